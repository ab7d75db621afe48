import Type from 'typebox'
import { Id } from './route.ts'

/** An exam in the address of a call, and the school that it is asked by. */
export const examParams = Type.Object({ schoolId: Id, examId: Id })
export const onExam = { school: 'params.schoolId', exam: 'params.examId' } as const
