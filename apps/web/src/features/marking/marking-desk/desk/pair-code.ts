/** What a marker typed as the code of the other paper of identical scripts. */
type PairCode = { code: string | undefined; problem: null } | { problem: string }

/**
 * The code as it is sent: capital letters, no blanks; absent when nothing was typed.
 *
 * @param own - secret code of the paper in hand
 */
export function pairCodeOf(text: string, own: string): PairCode {
  const code = text.replaceAll(/\s/g, '').toUpperCase()
  if (code === '') return { code: undefined, problem: null }
  if (!/^[0-9A-Z]{1,12}$/.test(code)) return { problem: '密号只有数字和字母，请核对' }
  if (code === own) return { problem: '这是本卷自己的密号，请填另一份的，或不填' }
  return { code, problem: null }
}
