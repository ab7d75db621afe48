import { Notes } from './Notes.tsx'
import css from './rubric.module.css'

/** The marking scheme of a block, and beneath it what its leaders answered for everybody. */
export function RubricText(props: { blockId: number; text: string }) {
  return (
    <section className={css['root']} aria-label="评分标准">
      <p className={css['text']}>{props.text || '题组长还没有填写评分标准。'}</p>
      <Notes blockId={props.blockId} />
    </section>
  )
}
