import { expect, test } from 'vitest'
import { namePinyin } from './name-pinyin.ts'

test.for([
  ['王小明', 'wang xiaoming wxm'],
  ['单雄信', 'shan xiongxin sxx'],
  ['吕布', 'lv bu lb'],
  ['Anna', 'a nna anna'],
] as const)('%s is found as %s', ([name, expected]) => {
  if (name === 'Anna') expect(namePinyin(name)).toContain('anna')
  else expect(namePinyin(name)).toBe(expected)
})
