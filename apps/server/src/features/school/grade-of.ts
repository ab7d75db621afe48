import { GRADES } from '@hengjuan/domain'

/** A grade as people write it: 高一, 高一年级, 七年级, 初一, 10. */
export function gradeOf(text: string): number | null {
  const plain = text.replace(/\s/g, '')
  const aliases: Record<string, number> = { 初一: 7, 初二: 8, 初三: 9 }
  const bare = plain.replace(/年级$/, '')
  for (const [id, { label }] of Object.entries(GRADES))
    if (label === plain || label === bare || label.replace(/年级$/, '') === bare || id === plain)
      return Number(id)
  return aliases[bare] ?? null
}

/** The grade that was meant, most likely, by what `gradeOf` does not know: 高1, 7年级, 高中一年级, 高一级. */
export function nearestGrade(text: string): string | undefined {
  const plain = text
    .replace(/\s/g, '')
    .replace(/^(高|初)中/, '$1')
    .replace(/(年级|年|级)$/, '')
  const numeral = plain.replace(/\d$/, (digit) => '零一二三四五六七八九'[Number(digit)] ?? digit)
  const id = gradeOf(numeral)
  return id === null ? undefined : GRADES[id]?.label
}
