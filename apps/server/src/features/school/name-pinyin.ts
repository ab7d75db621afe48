import { pinyin } from 'pinyin-pro'

/**
 * Full pinyin and initials of a name, for sorting and searching: 王小明 is `wang xiaoming wxm`. Other
 * letters are kept in lower case.
 */
export function namePinyin(name: string): string {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', surname: 'head', v: true })
    .map((syllable) => syllable.toLowerCase().trim())
    .filter(Boolean)
  const [surname = '', ...given] = syllables
  const initials = syllables.map((syllable) => syllable[0]).join('')
  return [surname, given.join(''), initials].filter(Boolean).join(' ')
}
