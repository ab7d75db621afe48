import { FormulaProblem } from './composite-index.ts'

/** The word that an index of standardised figures begins with, instead of a formula. */
export const STANDARDISED = '标准化'

export interface FigureWeight {
  name: string
  /** Percent of the whole. */
  weight: number
}

const WHOLE = 100

/**
 * Reads `标准化(均分 35, 优秀率 25, 及格率 20, 低分率 20)`: figures and what percent of the index each is. Null for another
 * formula.
 *
 * @throws FormulaProblem
 * @source reports R14
 */
export function standardWeights(text: string, names: readonly string[]): FigureWeight[] | null {
  const found = new RegExp(`^\\s*${STANDARDISED}\\s*[（(](.*)[）)]\\s*$`, 'u').exec(text)
  if (!found) return null
  const parts = (found[1] ?? '').split(/[,，、]/u).map((part) => {
    const [, name = part.trim(), weight = ''] =
      /^\s*(\S+?)\s*(\d+(?:\.\d+)?)\s*%?\s*$/u.exec(part) ?? []
    if (!names.includes(name)) throw new FormulaProblem(`「${name}」不能标准化`)
    if (Number(weight) === 0) throw new FormulaProblem(`「${name}」没有权重`)
    return { name, weight: Number(weight) }
  })
  const twice = parts.find(({ name }, at) => parts.slice(0, at).some((one) => one.name === name))
  if (twice) throw new FormulaProblem(`「${twice.name}」写了两次`)
  const sum = parts.reduce((all, { weight }) => all + weight, 0)
  if (Math.abs(sum - WHOLE) > 1e-6)
    throw new FormulaProblem(`权重合计 ${Number(sum.toFixed(2))}，应为 ${WHOLE}`)
  return parts
}

/** The same as a text. */
export const standardText = (parts: readonly FigureWeight[]): string =>
  `${STANDARDISED}(${parts.map(({ name, weight }) => `${name} ${weight}`).join(', ')})`
