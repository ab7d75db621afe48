/** Spaces, characters without width, and the signs that the same name is written with or without. */
const UNSEEN = /[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060\ufeff]/gu
const BRACKETS = /[()[\]{}<>【】〔〕〈〉《》「」『』〖〗]/g
const DOTS = /[.·•‧∙⋅・᛫⸱。]/g
const ANY_DASH = /[-‐‑‒–—―−ー－_~～〜]+/g
const DASHES = /[‐‑‒–—―−]/g

/** What the same text comes to however it was typed: full width, dots of names, brackets, spaces, case. */
const FOLDED = new RegExp(`${UNSEEN.source}|${BRACKETS.source}|${DOTS.source}`, 'gu')

/** Nearly all names and numbers consist of these and stay as they are. */
const PLAIN = /^[0-9a-z\u4e00-\u9fff-]*$/

/**
 * A text as searches and imports compare it: one thing in several spellings comes to one key. 阿依古丽·买买提 with any of
 * the dots, （１）班 and (1)班 and 1班 are the same.
 *
 * The database makes the same key of its columns, see `searchColumn` in the server.
 */
export const searchKey = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text.normalize('NFKC').toLowerCase().replace(FOLDED, '').replace(DASHES, '-')

/** Every single character that `searchKey` drops behind NFKC, for databases that take them as a list. */
export const DROPPED_BY_SEARCH =
  ' \t\r\n()[]{}<>【】〔〕〈〉《》「」『』〖〗.·•‧∙⋅・᛫⸱。\u00ad\u180e\u200b\u200c\u200d\u200e\u200f\u2060\ufeff'

/** Every single character that `searchKey` takes for `-`. */
export const DASHES_OF_SEARCH = '‐‑‒–—―−'

/**
 * Is a name that was typed to confirm an act the one that was asked for? An input method gives other dashes and widths
 * than the name has: any of them is meant.
 */
export const typedName = (typed: string, name: string): boolean => {
  const key = (text: string) => text.normalize('NFKC').replace(ANY_DASH, '-').replace(UNSEEN, '')
  return key(typed) !== '' && key(typed) === key(name)
}

export const sameText = (one: string, other: string): boolean => searchKey(one) === searchKey(other)

/** Does a text hold what was typed into a search box? Nothing typed is held by everything. */
export const holdsText = (text: string, typed: string): boolean =>
  searchKey(text).includes(searchWord(typed))

/** The key of what was typed; signs alone, which a key drops, are looked for as they are and found nowhere. */
export function searchWord(typed: string): string {
  const plain = typed.trim()
  return searchKey(plain) || plain
}

const NUMERALS = '零一二三四五六七八九'

/** 十二 is 12; up to 99, as classes are counted. */
function chineseNumber(text: string): string {
  const [tens = '', ones = ''] = text.includes('十') ? text.split('十') : ['零', text]
  const ten = tens === '' ? 1 : NUMERALS.indexOf(tens)
  const one = ones === '' ? 0 : NUMERALS.indexOf(ones)
  return ten < 0 || one < 0 ? text : String(ten * 10 + one)
}

/** The grade that class names begin with, which a table may repeat: 高一(3)班, 七年级3班, 初一3班. */
const GRADE = /^(?:高[一二三123]|初[一二三123]|[一二三四五六七八九]年级|[1-9]年级)(?:年级)?/

/**
 * A class name without what people leave out or write in another way: the grade before it, brackets, 班, leading
 * zeros, Chinese numerals. 高一（二）班, (2)班, 2班, 02 and 二班 are one.
 */
export function classKey(name: string): string {
  const key = searchKey(name)
  const bare = key.replace(GRADE, '').replace(/班级?$/, '') || key
  return bare.replace(/^[零一二三四五六七八九十]{1,3}$/, chineseNumber).replace(/^0+(?=\d)/, '')
}

export const sameClass = (one: string, other: string): boolean => classKey(one) === classKey(other)
