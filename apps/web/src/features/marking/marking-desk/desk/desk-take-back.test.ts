import { expect, test } from 'vitest'
import { takeBackRefusal } from './desk-take-back.ts'
import { paperOf } from '../../marking-core/paper/paper.ts'

const paper = (locked_reason: string | null = null) =>
  paperOf(
    {
      reading_id: 1,
      unit_id: 1,
      secret_code: 'ABC',
      kind: 'backmark',
      points: [{ id: 1, question_no: '17', name: '(1)', full_milli: 12_000, step_milli: 1000 }],
      images: [],
      is_written: true,
      lease_until: null,
      scores: [3000],
      flags: [],
      flag_note: null,
      traces: null,
      reject_comment: null,
      locked_reason,
      submitted_at: null,
    },
    false,
  )

test.for([
  [{ isBack: true, isOnItsWay: false }, paper(), null],
  [{ isBack: true, isOnItsWay: true }, paper(), '这份的给分还在上传，上传后才能收回'],
  [{ isBack: true, isOnItsWay: false }, paper('题块已结束阅卷'), '不能收回：题块已结束阅卷'],
  [{ isBack: false, isOnItsWay: false }, paper(), '先用「上一份」或查找打开评过的试卷，再收回重评'],
  [{ isBack: false, isOnItsWay: false }, null, '先用「上一份」或查找打开评过的试卷，再收回重评'],
] as const)('%#: taking back gives %s', ([where, shown, refusal]) => {
  expect(takeBackRefusal(where, shown)).toBe(refusal)
})
