import { loadProfiles } from '@hengjuan/scanner-bridge'
import { expect, test } from 'vitest'
import { fieldsOf, PROFILE_SECTIONS, valueAt, withValue } from './profile-fields.ts'
import { profileProblems } from './profile-problems.ts'

const shipped = await loadProfiles()
const fi7000 = shipped.find(({ id }) => id === 'fujitsu-fi-7000')!

test('every shipped profile is without a problem', () => {
  for (const profile of shipped) expect(profileProblems(profile), profile.id).toEqual([])
})

test('the form has every field of a profile that a person may set', () => {
  const known = new Set(PROFILE_SECTIONS.flatMap(({ fields }) => fields.map(({ path }) => path)))
  /** Not for a person: where it comes from, what it is for, and what may never be changed. */
  const fixed = [
    '$schema',
    'id',
    'driver',
    'source',
    'device',
    'basedOn',
    'options',
    'autoCropDeskew',
  ]
  const paths = (value: object, before = ''): string[] =>
    Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
      fixed.includes(key)
        ? []
        : part !== null && typeof part === 'object'
          ? paths(part, `${before}${key}.`)
          : [`${before}${key}`],
    )
  for (const profile of shipped)
    for (const path of paths(profile))
      if (path !== 'doubleFeed.action') expect(known).toContain(path)
})

test.for<[path: string, value: unknown, message: string]>([
  ['name', '  ', '请填写名称'],
  ['name', '通用', '已有同名的配置，请换一个名称'],
  ['match', 'fi-(7', '写法有误：括号不成对或符号不完整，请检查'],
  ['dpi', 100, '请填 150 到 600 dpi'],
  ['dpi', Number.NaN, '请填写数字'],
  ['dpi', 200.5, '请填整数'],
  ['marginMm', 21, '请填 0 到 20 毫米'],
  ['tone.brightness', 101, '请填 -100 到 100'],
  ['output.quality', 60, '请填 90 到 100'],
  ['timeouts.readS', 0, '请填 1 到 300 秒'],
  ['limitSheets', -1, '请填 0 到 5000 张'],
  ['options', { swcrop: true }, '「swcrop」会移动或擦掉填涂，只能关闭（false、0 或 Off）'],
  ['options', { '': 'On' }, '有一项驱动选项没有填名称'],
])('%s = %o: %s', ([path, value, message]) => {
  expect(profileProblems(withValue(fi7000, path, value), ['通用'])).toEqual([{ path, message }])
})

test('both detectors off would let sheets through unseen', () => {
  const blind = { ...fi7000.doubleFeed, ultrasonic: false, length: false }
  expect(profileProblems({ ...fi7000, doubleFeed: blind })).toMatchObject([
    { path: 'doubleFeed.ultrasonic' },
  ])
})

test('a field without a meaning is neither shown nor checked', () => {
  const gray = withValue(fi7000, 'tone.threshold', 900)
  expect(fieldsOf(gray).map(({ path }) => path)).not.toContain('tone.threshold')
  expect(profileProblems(gray)).toEqual([])
  expect(profileProblems(withValue(gray, 'mode', 'bw'))).toMatchObject([{ path: 'tone.threshold' }])
})

test('a value is set without touching the others, and an optional one taken away', () => {
  const changed = withValue(fi7000, 'tone.contrast', 20)
  expect(valueAt(changed, 'tone')).toEqual({ brightness: 0, contrast: 20, threshold: null })
  expect(fi7000.tone.contrast).toBe(0)
  expect(withValue(fi7000, 'match', undefined)).not.toHaveProperty('match')
})
