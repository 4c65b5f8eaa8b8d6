// Writes the outlines of characters of a font as paths of SVG, a line each: the character, a tab, the path.
// Coordinates are whole numbers around the middle of the character, whose square is 256 wide: finer ones
// would not be seen on a piece. The font is under the SIL Open Font License, and so are its outlines.
const { openSync } = require('fontkit')
const { readFileSync, writeFileSync } = require('fs')

const UNITS = 256
const font = openSync(`${__dirname}/node_modules/@fontsource/lxgw-wenkai/files/lxgw-wenkai-latin-700-normal.woff2`)
const scale = UNITS / font.unitsPerEm

// path walks the outline on the grid; steps that stay on their point are left out.
function path(commands) {
  const middle = { x: 500, y: 380 }
  const at = (x, y) => [Math.round((x - middle.x) * scale), Math.round((middle.y - y) * scale)]
  let out = '', px = 0, py = 0, last = ''
  const put = (letter, numbers) => {
    let text = numbers.map((n, i) => (i > 0 && n >= 0 ? ' ' : '') + n).join('')
    if (letter !== last) text = letter + text
    else if (text[0] !== '-') text = ' ' + text
    out += text
    last = letter
  }
  for (const { command, args } of commands) {
    const points = []
    for (let i = 0; i < args.length; i += 2) points.push(at(args[i], args[i + 1]))
    const [x, y] = points[points.length - 1] ?? [px, py]
    switch (command) {
      case 'moveTo':
        last = ''
        put('M', [x, y])
        break
      case 'lineTo':
        if (x !== px || y !== py) put('l', [x - px, y - py])
        break
      case 'quadraticCurveTo':
        if (x !== px || y !== py) put('q', [points[0][0] - px, points[0][1] - py, x - px, y - py])
        break
      case 'closePath':
        out += 'z'
        last = ''
        break
      default:
        throw new Error(`an outline with ${command}`)
    }
    px = x
    py = y
  }
  return out
}

const lines = []
for (const c of new Set(readFileSync(`${__dirname}/characters.txt`, 'utf8').replace(/\s/g, ''))) {
  const point = c.codePointAt(0)
  if (!font.hasGlyphForCodePoint(point)) throw new Error(`the font has no ${c}`)
  lines.push(`${c}\t${path(font.glyphForCodePoint(point).path.commands)}\n`)
}
writeFileSync(`${__dirname}/../characters.tsv`, lines.join(''))
writeFileSync(`${__dirname}/../characters.LICENSE`,
  readFileSync(`${__dirname}/node_modules/@fontsource/lxgw-wenkai/LICENSE`))
