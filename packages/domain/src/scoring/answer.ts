/** Letters that stand for true and false. */
const TRUE_MARKS = ['对', 'T', '√', '✓', '正确']
const FALSE_MARKS = ['错', 'F', '×', '✗', '错误']

/**
 * An answer as options: upper case, A to Z only, each once, in the order read (sheet order). Blank gives [].
 *
 * @source domain rules 2.1
 */
export function normaliseAnswer(raw: string | readonly string[]): string[] {
  const letters = [...(typeof raw === 'string' ? raw : raw.join('')).toUpperCase()]
  return [...new Set(letters.filter((letter) => letter >= 'A' && letter <= 'Z'))]
}

/** As `normaliseAnswer`, with 对 T √ as A and 错 F × as B. A and B themselves stay. */
export function normaliseTrueFalse(raw: string | readonly string[]): string[] {
  const parts = typeof raw === 'string' ? splitTrueFalse(raw) : raw
  const mapped = parts.map((part) => {
    const mark = part.trim().toUpperCase()
    if (TRUE_MARKS.includes(mark)) return 'A'
    return FALSE_MARKS.includes(mark) ? 'B' : mark
  })
  return normaliseAnswer(mapped)
}

/** A word (正确) is one mark; anything else is one mark a character. */
const splitTrueFalse = (raw: string): string[] =>
  raw === '正确' || raw === '错误' ? [raw] : [...raw]
