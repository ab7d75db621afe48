import Type from 'typebox'
import { Id, MilliScore, nullable } from '../route.ts'
import { filters } from './shapes.ts'

/** A figure that may be missing. */
export const Figure = nullable(Type.Number())

/** Which question a row is about. */
export const Item = {
  question_id: Id,
  no: Type.String(),
  type_name: Type.String(),
  full_milli: MilliScore,
}

/** What reports on the questions of a subject are asked by. */
export const questionQuery = {
  exam_id: filters.exam_id,
  version: filters.version,
  subject_id: filters.subject_id,
  school_id: filters.school_id,
  class_id: filters.class_id,
}
