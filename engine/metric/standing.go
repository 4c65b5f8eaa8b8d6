package metric

import "math"

// How the players stand: the two metrics that are no means of values but have
// their extreme where the players are equal, so that their estimates are biased
// there and the usual intervals fail.

// balance is 1 − the largest difference of mean payoffs in [0, 1] between two
// players. The absolute value of a difference lies between those of the ends of
// its interval, 0 if they have different signs. That the largest of several is
// meant makes the lower end of each need the level of all together (Bonferroni);
// the upper end of the largest is above the largest. The estimate is too low by
// what chance adds to the absolute value of a normal variable, which Bias tells.
func (b *Batch) balance() Estimate {
	e := Estimate{N: b.squares[0].n, Mean: 1, Low: 1, High: 1}
	within := span{-1, 1}
	for i := range b.pairs {
		x := b.pairs[i].sample()
		distance := func(alpha float64) (least, most float64) {
			low, high := x.interval(within, alpha)
			return max(low, -high, 0), max(high, -low)
		}
		least, _ := distance(0.05 / float64(len(b.pairs)))
		_, most := distance(0.05)
		e.Low, e.High = min(e.Low, 1-most), min(e.High, 1-least)
		if v := 1 - math.Abs(x.mean); i == 0 || v < e.Mean {
			e.Mean, e.StdDev = v, x.dev
			e.Bias = -stretch(math.Abs(x.mean), x.dev/math.Sqrt(float64(x.n)), b.Players)
		}
	}
	e.Low, e.High = min(max(e.Low, 0), e.Mean), max(e.High, e.Mean)
	return e
}

// stretch is by about how much the largest distance between two of the estimated
// means exceeds that of the true ones in the mean, given the largest of the
// estimated ones and the standard error of a difference. For two players it is by
// how much the absolute value of a normal variable exceeds that of its mean, at the
// true distance that makes the estimated one most likely in the square; for more it
// is as much larger as the expected range of so many equal means is.
func stretch(d, se float64, players int) float64 {
	if se == 0 {
		return 0
	}
	span := ranges[min(max(players, 2), len(ranges)+1)-2]
	z := math.Sqrt(max(d*d/(se*se)-(span*span+0.7)/2, 0))
	return se * span / ranges[0] * (math.Sqrt(2/math.Pi)*math.Exp(-z*z/2) - z*math.Erfc(z/math.Sqrt2))
}

// ranges are the expected ranges of 2 to 16 standard normal variables (Tippett 1925).
// The variance of a range is near 0.7 for all these numbers.
var ranges = [...]float64{1.128, 1.693, 2.059, 2.326, 2.534, 2.704, 2.847, 2.970, 3.078, 3.173, 3.258, 3.336, 3.407,
	3.472, 3.532}

// uniformity is 1 − the mean over the players of the sample variance of their
// utilities, which is unbiased. With s the mean of the squares of the players'
// utilities in a play and d the vector of their means it estimates 1 − E s + |d|²/P.
// The intervals of E s and of |d| are put together by the method of variance
// estimates recovery (Zou and Donner 2008), with the correlation of both.
func (b *Batch) uniformity(each []sample) Estimate {
	n, players := each[0].n, float64(len(each))
	e := Estimate{N: n, Mean: 1, Low: 1, High: 1}
	squares := b.squares[0].sample()
	var means float64 // |d|²
	for _, x := range each {
		means += x.mean * x.mean
		if n > 1 {
			e.Mean -= x.dev * x.dev * float64(n) / float64(n-1) / players
		}
	}
	low, high := squares.interval(unitRange, 0.05)
	least, most, spread := b.distance(each)
	// 1 − s and |d|²/P with their distances to the ends of their intervals.
	middle := 1 - squares.mean + means/players
	down := [2]float64{high - squares.mean, (means - least*least) / players}
	up := [2]float64{squares.mean - low, (most*most - means) / players}
	r := 0.0
	if means > 0 && spread > 0 && squares.dev > 0 {
		for p, x := range each {
			both := b.squares[p+1].sample()
			covariance := (both.dev*both.dev - squares.dev*squares.dev - x.dev*x.dev) / 2
			r -= x.mean * covariance
		}
		r = min(max(r/math.Sqrt(means)/spread/squares.dev, -1), 1)
	}
	reach := func(x [2]float64) float64 { return math.Sqrt(max(x[0]*x[0]+x[1]*x[1]+2*r*x[0]*x[1], 0)) }
	e.Low, e.High = min(middle-reach(down), e.Mean), max(middle+reach(up), e.Mean)
	e.High = min(e.High, 1)
	e.StdDev = math.Sqrt(float64(n)) * (e.High - e.Low) / (2 * z95)
	return e
}

// distance bounds the length of the vector of the players' mean utilities at the
// level of 95 %, and returns the standard deviation of the utilities in its
// direction. It cannot be longer than what is found by more than the error in its
// own direction; that it is shorter can be due to any direction (Scheffé).
func (b *Batch) distance(each []sample) (least, most, spread float64) {
	if len(each) == 1 || len(each) == 2 && each[0].mean == -each[1].mean && each[0].dev == each[1].dev {
		low, high := each[0].interval(span{-1, 1}, 0.05)
		f := math.Sqrt(float64(len(each)))
		return f * max(low, -high, 0), f * max(high, -low), f * each[0].dev
	}
	n := float64(each[0].n)
	var square, total, along float64
	for i, x := range each {
		square += x.mean * x.mean
		total += x.dev * x.dev
		along += x.mean * x.mean * x.dev * x.dev
		for j := range each[:i] {
			difference := b.pairs[i*(i-1)/2+j].sample().dev * 2
			covariance := (x.dev*x.dev + each[j].dev*each[j].dev - difference*difference) / 2
			along += 2 * x.mean * each[j].mean * covariance
		}
	}
	length := math.Sqrt(square)
	mean := math.Sqrt(total / float64(len(each)-1)) // of the directions
	spread = mean
	if length > 0 {
		spread = math.Sqrt(max(along, 0)) / length
	}
	if n < 2 || total == 0 {
		return length * max(1-2*unseen(each[0].n, 0.05), 0), length, spread
	}
	t := studentQuantile(0.975, each[0].n-1) / math.Sqrt(n-1)
	least = max(length-mean*t/z95*chiQuantile(len(each)-1), 0)
	return least, length + t*max(spread, mean/math.Sqrt(n)), spread
}
