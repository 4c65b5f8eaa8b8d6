package metric

import "iter"

// Metrics goes through the metrics of which playouts told, in no order. Settle comes first.
func (b *Batch) Metrics() iter.Seq2[string, *Moments] {
	return func(yield func(string, *Moments) bool) {
		for i := range metricNames {
			if b.known != nil && b.known[i].told() && !yield(metricNames[i], &b.known[i]) {
				return
			}
		}
		for name, m := range b.others {
			if m.told() && !yield(name, m) {
				return
			}
		}
	}
}

// Metric is what playouts told of a metric, nil for nothing. Settle comes first.
func (b *Batch) Metric(name string) *Moments {
	m := b.others[name]
	if i, ok := metricNumbers[name]; ok && b.known != nil {
		m = &b.known[i]
	}
	if m == nil || !m.told() {
		return nil
	}
	return m
}

// told reports whether there is any value.
func (m *Moments) told() bool { return m.n != 0 || m.undefined != 0 }

// moments returns those of a name, made on first use. They stay where they are.
func (b *Batch) moments(name string) *Moments {
	if i, ok := metricNumbers[name]; ok {
		return b.numbered(i)
	}
	m := b.others[name]
	if m == nil {
		if b.others == nil {
			b.others = map[string]*Moments{}
		}
		m = &Moments{}
		b.others[name] = m
	}
	return m
}

// numbered is moments by the number of a metric: nearly all are told by most batches, so there is room for all at once.
func (b *Batch) numbered(i int) *Moments {
	if b.known == nil {
		b.known = new([numMetrics]Moments)
	}
	return &b.known[i]
}
