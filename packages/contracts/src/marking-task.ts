import Type from 'typebox'
import { Count, Flag01 } from './marking-parts.ts'
import { TrialWait } from './marking-trial.ts'
import { can, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'
import { NothingNewCode } from './nothing-new.ts'

/** By when a block is to be done: the own time of the block, else that of its subject. */
export const due = {
  /** Null where none is set. */
  deadline: nullable(Time),
  /** How far off that is by the clock of the server, below zero once it is past; null without one. */
  due_in_ms: nullable(Type.Integer()),
}

/** A row of the specification's marking task table, with what the marker needs to begin. */
export const MarkTaskRow = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  exam_id: Id,
  exam_name: Type.String(),
  subject_id: Id,
  subject_name: Type.String(),
  status: Type.String(),
  marking_progress: Type.Number({ description: '题块完成百分比，截断到两位小数' }),
  marking_count: Type.Integer({ description: '本人已评份数' }),
  target: nullable(Count),
  claimed_count: Count,
  /** Sent back to the caller. */
  rejected_count: Count,
  /** Taken back by the caller, to be marked again. */
  taken_back_count: Count,
  pool_count: Type.Integer({ description: '本人现在可评的份数' }),
  /** Why that is none, in the words of `MarkQueue`; null where there are some. */
  pool_reason: nullable(NothingNewCode),
  /** 1 when the caller is given no more papers of the block; what is in hand may still be marked. */
  suspended: Flag01,
  point_name: Type.String(),
  score: MilliScore,
  question_count: Count,
  overrule_count: Type.Integer({ description: '本人被打回次数' }),
  marking_teacher_count: Count,
  double_mode: Type.Integer(),
  alloc_method: Type.Integer(),
  unit_count: Count,
  final_count: Count,
  ...due,
  /** Where the marker stands on the way to the first paper; null where nothing stands in the way. */
  qualification: nullable(Type.String()),
  /** Why the marker cannot go on alone there; null where it takes nobody else. */
  qualification_waits: nullable(TrialWait),
  /** Who decides about it; empty where nothing stands in the way. */
  leader_names: Type.Array(Type.String()),
})

export const ownTasks = defineRoute({
  method: 'GET',
  path: '/v1/marker/get/task/list',
  summary: '本人的阅卷任务',
  area: 'marking',
  access: can('marking.mark'),
  query: Type.Object({
    exam_id: Type.Optional(Id),
    state: Type.Optional(
      Type.Literal('unfinished', {
        description: 'unfinished 只含未结束的任务：已全部评完、或题块已结束且手中没有试卷的不列',
      }),
    ),
  }),
  reply: Type.Array(MarkTaskRow),
})

export const ownTasksExport = defineRoute({
  method: 'GET',
  path: '/v1/marker/export/task/list',
  summary: '导出本人未完成的阅卷任务',
  area: 'marking',
  access: can('marking.mark'),
  replyKind: 'file',
  errors: ['EXPORT_EMPTY'],
})

/** Own work in a block. Nobody sees another marker's. */
export const OwnProgress = Type.Object({
  status: Type.String(),
  done: Count,
  target: nullable(Count),
  /** Third readings handed in that no target counts: 0 where there is none, and `done` counts them. */
  thirds: Count,
  claimed: Count,
  /** Sent back to the caller. */
  rejected: Count,
  /** Taken back by the caller: not done until marked again. */
  taken_back: Count,
  median_ms: nullable(Type.Integer()),
  /** Own totals given so far: score and how often, ascending. */
  distribution: Type.Array(Type.Object({ score_milli: MilliScore, count: Count })),
})
