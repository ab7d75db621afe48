import { SECOND_READER } from '@hengjuan/domain'
import Type from 'typebox'
import { Count, Flag01, IdemKey, MarkPoint } from './marking-parts.ts'
import { anyone, defineRoute, Id, MilliScore } from './route.ts'

/** What a second reader calls itself. Its token stands in `authorization: Bearer …`, and opens nothing else. */
const withToken = anyone(
  '以评阅程序自己的令牌调用（authorization: Bearer 令牌），登录的身份不起作用',
)

const Code = Type.String({ minLength: 1, maxLength: 12, pattern: '^[0-9A-Za-z]+$' })

export const readerBlocks = defineRoute({
  method: 'GET',
  path: '/v1/reader/blocks',
  summary: '评阅程序：对本程序开启了对照评分的题块，附评分标准与进度（以令牌调用）',
  area: 'marking',
  access: withToken,
  reply: Type.Object({
    name: Type.String(),
    version: Type.String(),
    list: Type.Array(
      Type.Object({
        block_id: Id,
        subject_name: Type.String(),
        block_name: Type.String(),
        full_milli: MilliScore,
        rubric: Type.String(),
        points: Type.Array(MarkPoint),
        papers: Count,
        /** Of these, with a score of the present image. */
        scored: Count,
      }),
    ),
  }),
  errors: ['SECOND_READER_TOKEN_INVALID'],
})

export const readerPapers = defineRoute({
  method: 'GET',
  path: '/v1/reader/papers',
  summary: '评阅程序：取一个题块的试卷图像（限时地址）、评分标准和满分，不含考生身份（以令牌调用）',
  area: 'marking',
  access: withToken,
  query: Type.Object({
    block_id: Id,
    /** Papers after this code, to page on. */
    after: Type.Optional(Code),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: SECOND_READER.mostPapers, default: 20 }),
    ),
    /** 1: also papers that were scored already. */
    all: Type.Optional(Flag01),
  }),
  reply: Type.Object({
    block_id: Id,
    full_milli: MilliScore,
    rubric: Type.String(),
    list: Type.Array(
      Type.Object({
        code: Type.String(),
        /** Names the images that were handed out; sent back with the scores. */
        picture: Type.String(),
        images: Type.Array(
          Type.Object({
            url: Type.String(),
            width_px: Type.Integer(),
            height_px: Type.Integer(),
          }),
        ),
        /** Those that count for this paper, in the order of the scores. */
        points: Type.Array(MarkPoint),
      }),
    ),
    /** Are there more after the last one? */
    more: Type.Boolean(),
  }),
  errors: ['SECOND_READER_TOKEN_INVALID', 'SECOND_READER_OFF'],
})

export const readerScores = defineRoute({
  method: 'POST',
  path: '/v1/reader/scores',
  summary:
    '评阅程序：整批提交对照评分（各给分点，或只有总分；把握、理由）；有一份有误则整批不收，同一 idem_key 重复提交结果相同（以令牌调用）',
  area: 'marking',
  access: withToken,
  body: Type.Object({
    block_id: Id,
    idem_key: IdemKey,
    items: Type.Array(
      Type.Object({
        code: Code,
        picture: Type.String({ minLength: 1, maxLength: 64 }),
        /** Thousandths, one for each of `points` of the paper; absent where only the total is known. */
        scores: Type.Optional(Type.Array(Type.Integer(), { maxItems: 100 })),
        /** Thousandths; beside `scores` it has to be what they come to. */
        total_milli: Type.Optional(Type.Integer()),
        confidence: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 100, description: '把握，百分数' }),
        ),
        reason: Type.Optional(Type.String({ maxLength: SECOND_READER.mostReason })),
      }),
      { minItems: 1, maxItems: SECOND_READER.mostItems },
    ),
  }),
  reply: Type.Object({ batch_id: Id, accepted: Count, is_repeat: Type.Boolean() }),
  errors: [
    'SECOND_READER_TOKEN_INVALID',
    'SECOND_READER_OFF',
    'SECOND_READER_SCORES_INVALID',
    'MARKING_IDEMPOTENCY_MISMATCH',
  ],
})
