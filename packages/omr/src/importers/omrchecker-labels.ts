import { ImportError } from './imported-template.ts'

/** Writes out `q1..5` as `q1` to `q5`. @throws ImportError */
export function expandLabels(labels: readonly string[], where: string): string[] {
  const all = labels.flatMap((label) => {
    if (!label.includes('..')) return [label]
    const [, prefix, from, to] = /^(.*?)(\d+)\.{2,3}(\d+)$/.exec(label) ?? []
    if (prefix === undefined || Number(from) >= Number(to)) {
      throw new ImportError(`${where} 的“${label}”不是合法的范围，应如 q1..5`)
    }
    return Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_, i) => `${prefix}${Number(from) + i}`,
    )
  })
  const repeated = all.find((label, i) => all.indexOf(label) !== i)
  if (repeated !== undefined) throw new ImportError(`${where} 里“${repeated}”出现了两次`)
  return all
}

/** Names under which schools keep the number of a candidate. */
const numberNames = /^(roll|id|student|admission|exam_?no|seat|reg)|学号|考号|准考证|座号/i

export const isNumberName = (label: string) => numberNames.test(label)
