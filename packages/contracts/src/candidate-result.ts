import Type from 'typebox'
import { plainText } from './page-reading.ts'
import { can, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'
import { decisionErrors, ResolvedAs } from './scan-decision.ts'
import {
  ChoiceOnSheet,
  PersonOfExam,
  ScanSheetDetail,
  ScoreOnSheet,
} from './scan-exception-shapes.ts'
import { Ulid } from './sheet-container.ts'

const examSubject = { exam_id: Id, subject_id: Id }

/** Where something stands that counts, and what a person last said about it. */
const Place = {
  sheet_id: Ulid,
  /** Field of the template: `choice:12`, `score:17`. */
  target: Type.String(),
  page_seq: Type.Integer(),
  /** Corners in image pixels; null where the page was not located. */
  quad: nullable(Type.Array(Type.Tuple([Type.Number(), Type.Number()]))),
  /** An exception waits for it. */
  is_open: Type.Boolean(),
  /** Who decided; null while the machine's reading counts. */
  decided_by: nullable(Type.Object({ user_id: Id, name: Type.String() })),
}

export const candidateResult = defineRoute({
  method: 'GET',
  path: '/v1/result/candidate',
  summary: '一名考生一科的结果：答题卡、逐题作答、卷面录入的得分、各题块与总分',
  area: 'scan exceptions',
  access: can('exception.handle', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({ ...examSubject, candidate_id: Id }),
  reply: Type.Object({
    candidate: PersonOfExam,
    exam_name: Type.String(),
    subject_name: Type.String(),
    /** Changes with every decision about the candidate's sheets; sent back with a change. */
    version: Type.String(),
    is_published: Type.Boolean(),
    /** Before the release marks are shown to those only who have to do with marking and scores. */
    marks_hidden: Type.Boolean(),
    sheets: Type.Array(ScanSheetDetail),
    answers: Type.Array(
      Type.Object({
        ...Place,
        choice: ChoiceOnSheet,
        /** What the answer in force was confirmed as; null while the machine's reading counts. */
        resolved_as: nullable(ResolvedAs),
        /** Null where no question answers to the field. */
        full_milli: nullable(MilliScore),
        score_milli: nullable(MilliScore),
      }),
    ),
    scores: Type.Array(
      Type.Object({
        ...Place,
        score: ScoreOnSheet,
        /** What counts now, typed or read; null while a person has to look. */
        counted_milli: nullable(MilliScore),
      }),
    ),
    /** Marked by people on screen: changed by marking only. */
    blocks: Type.Array(
      Type.Object({
        block_id: Id,
        name: Type.String(),
        full_milli: MilliScore,
        state: Type.String(),
        final_milli: nullable(MilliScore),
      }),
    ),
    objective_milli: nullable(MilliScore),
    subjective_milli: nullable(MilliScore),
    total_milli: nullable(MilliScore),
    last_change: nullable(
      Type.Object({ text: Type.String(), actor_name: Type.String(), at: Time }),
    ),
  }),
  errors: ['CANDIDATE_NOT_FOUND'],
})

export const updateResult = defineRoute({
  method: 'POST',
  path: '/v1/result/update',
  summary: '修改一名考生一科的客观题作答与卷面录入的得分；主观题得分由阅卷产生，不在此修改',
  area: 'scan exceptions',
  access: can('exception.handle', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    ...examSubject,
    candidate_id: Id,
    /** Of the result that the person saw. */
    version: plainText(64),
    reason: plainText(200),
    answers: Type.Array(
      Type.Object({
        sheet_id: Ulid,
        target: plainText(64),
        values: Type.Array(plainText(16), { maxItems: 26 }),
        resolved_as: ResolvedAs,
      }),
      { maxItems: 200 },
    ),
    scores: Type.Array(
      Type.Object({ sheet_id: Ulid, target: plainText(64), score_milli: Type.Integer() }),
      { maxItems: 100 },
    ),
  }),
  reply: Type.Object({
    /** What really changed; 0 when all of it held already. */
    changed: Type.Integer({ minimum: 0 }),
    /** To be undone together with `/v1/checking/fix`. */
    decision_ids: Type.Array(Id),
    version: Type.String(),
    total_milli: nullable(MilliScore),
  }),
  errors: [
    ...decisionErrors,
    'CANDIDATE_NOT_FOUND',
    'VERSION_CONFLICT',
    'MARKING_REASON_MISSING',
    'SCAN_CHOICE_INVALID',
    'SCAN_SCORE_INVALID',
    'SCAN_RESULT_MARKED',
    'SCAN_RESULT_DECIDED',
  ],
})
