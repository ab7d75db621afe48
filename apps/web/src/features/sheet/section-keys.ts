import { isObjective, type Question, typedKey } from './draft.ts'

/** True or false and single choice have one letter. */
const isSingle = ({ type }: Question): boolean => type === 1 || type === 13

/** In place of the answer of a question that has none yet. */
const NONE = '-'
const isBlank = (letter: string): boolean => /[-_0?－—·.]/.test(letter)
const GROUP = 5

/**
 * Spreads a line of letters over questions, in their order: 「BCADD BAC」 one letter each, and between spaces a group
 * for a question of several letters, 「BC AD」. `-` leaves a question without an answer; letters that it does not have
 * are left out.
 *
 * @param from the question that takes the first letter; without it the first objective one
 * @returns the answers of the questions that the line reaches, and how many letters were over
 */
export function spreadKeys(
  line: string,
  questions: readonly Question[],
  from?: string,
): { keys: Record<string, string>; over: number } {
  const objective = questions.filter(isObjective)
  const start = from === undefined ? 0 : objective.findIndex(({ no }) => no === from)
  const waiting = objective.slice(Math.max(0, start))
  const keys: Record<string, string> = {}
  let over = 0
  const groups = line
    .normalize('NFKC')
    .toUpperCase()
    .split(/[\s,、;；，/|]+/)
    .filter((group) => group !== '')
  for (const group of groups) {
    let letters = [...group].filter((letter) => /[A-Z]/.test(letter) || isBlank(letter))
    while (letters.length > 0) {
      const question = waiting.shift()
      if (!question) {
        over += letters.length
        break
      }
      const [first = ''] = letters
      const own = isSingle(question) || isBlank(first) ? first : letters.join('')
      letters = letters.slice(own.length)
      keys[question.no] = isBlank(own) ? '' : typedKey(own, question)
    }
  }
  return { keys, over }
}

/** The answers of a section as such a line: five letters a group, several letters of one question apart. */
export function keysLine(questions: readonly Question[], keys: Readonly<Record<string, string>>) {
  const objective = questions.filter(isObjective)
  if (objective.every(({ no }) => !keys[no])) return ''
  let line = ''
  let run = 0
  for (const question of objective) {
    const key = keys[question.no] ?? ''
    const isRun = isSingle(question)
    if (line !== '' && (!isRun || run === 0 || run % GROUP === 0)) line += ' '
    line += key === '' ? NONE : key
    run = isRun ? run + 1 : 0
  }
  return line
}
