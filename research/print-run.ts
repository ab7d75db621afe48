/**
 * Prints a sheet for many candidates as the server does and tells how much memory it took:
 * `node research/print-run.ts [candidates]`.
 */
import { layoutSheet, sampleDesigns, streamPdf } from '@hengjuan/sheet'

const MB = 2 ** 20
const [count = '2000'] = process.argv.slice(2)
const geometry = layoutSheet(sampleDesigns.chinese)

function* students() {
  for (let index = 0; index < Number(count); index++)
    yield {
      name: `考生${index}`,
      examNo: String(20260000 + index),
      className: `高一(${(index % 40) + 1})班`,
    }
}

const start = performance.now()
const before = process.memoryUsage().rss
let [bytes, most, half] = [0, 0, 0]
for await (const piece of streamPdf(geometry, { students: students() })) {
  bytes += piece.length
  most = Math.max(most, process.memoryUsage().rss)
  if (half === 0 && bytes > 1.5 * MB) half = process.memoryUsage().rss
}
const seconds = (performance.now() - start) / 1000
console.log(
  `${count} candidates, ${(bytes / MB).toFixed(1)} MB of PDF in ${seconds.toFixed(1)} s; memory ` +
    `${(before / MB).toFixed(0)} MB before, ${(half / MB).toFixed(0)} MB after 1.5 MB, at most ${(most / MB).toFixed(0)} MB`,
)
