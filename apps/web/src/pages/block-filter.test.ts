import { expect, test } from 'vitest'
import { blockChoices, isFound, type ListedBlock } from './block-filter.ts'

const row = (block: string, exam: number, subject: number): ListedBlock => ({
  block_name: block,
  exam_id: exam,
  exam_name: `高一第${exam}次月考`,
  subject_id: subject,
  subject_name: subject === 1 ? '语文' : '数学',
})
const rows = [row('第17题', 1, 2), row('第18题', 1, 1), row('作文 A', 2, 1)]
const none = { keyword: '', exam_id: null, subject_id: null }

test.for([
  [{}, [0, 1, 2]],
  [{ keyword: '17' }, [0]],
  [{ keyword: '语文 第1次' }, [1]],
  [{ keyword: ' 作文 a ' }, [2]],
  [{ keyword: '物理' }, []],
  [{ exam_id: 1, subject_id: 1 }, [1]],
] as const)('of %j are found %j', ([values, found]) => {
  expect(rows.flatMap((one, at) => (isFound(one, { ...none, ...values }) ? [at] : []))).toEqual(
    found,
  )
})

test('exams and subjects to choose from, with how many blocks they have', () => {
  expect(blockChoices(rows)).toEqual({
    exams: [
      { id: 1, name: '高一第1次月考', count: 2 },
      { id: 2, name: '高一第2次月考', count: 1 },
    ],
    subjects: [
      { id: 2, name: '数学', count: 1 },
      { id: 1, name: '语文', count: 2 },
    ],
  })
})
