import Type from 'typebox'
import { Count } from './marking-parts.ts'
import { can, defineRoute, Id, nullable } from './route.ts'

/** A place in a composition up to which so many squares lie, in pixels of one of the paper's images. */
const RulerMark = Type.Object({
  part: Count,
  x: Type.Integer(),
  y: Type.Integer(),
  height: Count,
  words: Count,
  /** Here the required number is reached. */
  is_required: Type.Boolean(),
})

export const paperWords = defineRoute({
  method: 'GET',
  path: '/v1/marker/words',
  summary: '本人手中一份作文的字数：按作文格识别，只作提示，不影响给分',
  area: 'marking',
  access: can('marking.arbitrate', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id, reading_id: Id }),
  reply: Type.Object({
    /** Required by the block; 0 for no such rule. */
    least: Count,
    /** Null where the paper has no composition squares, or they were not read. */
    words: nullable(
      Type.Object({
        /** Squares from the first to the last written one, as words are usually counted. */
        characters: Count,
        /** Of those, the ones with writing. */
        written: Count,
        marks: Type.Array(RulerMark),
      }),
    ),
  }),
  errors: ['MARKING_NOT_YOUR_READING'],
})
