import { expect, test } from 'vitest'
import { waitingWords } from './waiting-words.ts'

test.for([
  ['open', null, ['李老师'], undefined],
  [null, null, [], undefined],
  ['waiting', 'failed', ['李老师'], '定标没有通过，等待题组长（李老师）决定'],
  [
    'open',
    'no_set',
    ['李老师', '王老师'],
    '定标没有通过，也没有另一套定标卷，等待题组长（李老师、王老师）决定',
  ],
  ['open', 'no_scripts', [], '等待教务主任（联考为阅卷管理员）商定定标卷'],
  ['refused', null, ['李老师'], '没有准许您评阅这个题块，如需再试请联系题组长（李老师）'],
] as const)('%s, waits for %s with %o: %s', ([qualification, qualification_waits, names, line]) => {
  const words = waitingWords({ qualification, qualification_waits, leader_names: [...names] })
  expect(words?.line).toBe(line)
})
