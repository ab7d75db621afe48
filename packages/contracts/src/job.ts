import Type, { type Static } from 'typebox'
import { defineRoute, done, Id, listOf, nullable, paging, signedIn, Time } from './route.ts'

/** `expired`: it was done, and its file has gone. */
const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled', 'expired'] as const

/** Work that the server does beside its calls. */
export const JobInfo = Type.Object({
  job_id: Type.String(),
  kind: Type.String(),
  title: Type.String(),
  state: Type.Enum([...JOB_STATES]),
  /** Of `total`, so many are done. */
  progress: Type.Integer(),
  /** 0 where nothing is counted. */
  total: Type.Integer(),
  step: Type.String(),
  /** Why it failed, or will be tried again. */
  message: Type.String(),
  file: nullable(
    Type.Object({
      name: Type.String(),
      bytes: Type.Integer(),
      url: Type.String(),
      expires_at: Time,
    }),
  ),
  /** What its kind answers with; of the own ones. */
  result: nullable(Type.Record(Type.String(), Type.Unknown())),
  by_name: Type.String(),
  is_own: Type.Boolean(),
  exam_id: nullable(Id),
  created_at: Time,
  started_at: nullable(Time),
  finished_at: nullable(Time),
  /** Somebody cancelled it, and it is about to end. */
  is_ending: Type.Boolean(),
  can_cancel: Type.Boolean(),
  can_retry: Type.Boolean(),
})
export type JobInfo = Static<typeof JobInfo>

const JobId = Type.String({ minLength: 26, maxLength: 26 })

export const jobList = defineRoute({
  method: 'GET',
  path: '/v1/job/list',
  summary: '后台任务：本人以当前角色发起的，或（考试管理者）本校的；已结束的保留 7 天',
  area: 'help, home and tools',
  access: signedIn,
  query: Type.Object({
    of: Type.Optional(Type.Enum(['own', 'school'], { default: 'own' })),
    exam_id: Type.Optional(Id),
    kind: Type.Optional(Type.String({ maxLength: 60 })),
    ...paging,
  }),
  reply: listOf(JobInfo),
  errors: ['NOT_ALLOWED'],
})

export const jobGet = defineRoute({
  method: 'GET',
  path: '/v1/job/get',
  summary: '一个后台任务的进度与结果',
  area: 'help, home and tools',
  access: signedIn,
  query: Type.Object({ job_id: JobId }),
  reply: JobInfo,
  errors: ['NOT_FOUND'],
})

export const jobCancel = defineRoute({
  method: 'POST',
  path: '/v1/job/cancel',
  summary: '取消一个还没有结束的后台任务',
  area: 'help, home and tools',
  access: signedIn,
  body: Type.Object({ job_id: JobId }),
  reply: done,
  errors: ['NOT_FOUND', 'JOB_OVER'],
})

export const jobRetry = defineRoute({
  method: 'POST',
  path: '/v1/job/retry',
  summary: '重试本人没有完成的后台任务',
  area: 'help, home and tools',
  access: signedIn,
  body: Type.Object({ job_id: JobId }),
  reply: done,
  errors: ['NOT_FOUND', 'JOB_NOT_FAILED', 'JOB_RUNNING'],
})

export const jobFile = defineRoute({
  method: 'GET',
  path: '/v1/job/file',
  summary: '下载后台任务生成的文件；保留 7 天',
  area: 'help, home and tools',
  access: signedIn,
  query: Type.Object({ job_id: JobId }),
  replyKind: 'file',
  errors: ['NOT_FOUND', 'JOB_FILE_GONE'],
})
