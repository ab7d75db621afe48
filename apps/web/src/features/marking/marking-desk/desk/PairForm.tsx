import { Button, Classes } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { markInfo, markNext } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { ReasonButton } from '@hengjuan/ui'
import { useTyped } from '../../../../session/typed.ts'
import { pairCodeOf } from './pair-code.ts'
import { totalOfTask } from '../../marking-core/paper/paper.ts'
import css from './desk.module.css'

/** Own papers that are offered at once; a longer list would hide the button. */
const MOST_OFFERED = 5

/** Identical scripts: which paper is the other one. It may be left open. @source domain rules 6.2 */
export function PairForm(props: {
  blockId: number
  /** Secret code of the paper in hand. */
  own: string
  /** The name under which a code that was begun is kept. */
  typedAs: string
  onBack: () => void
  onSubmit: (pairCode: string | undefined) => void
}) {
  const [text, setText] = useTyped(props.typedAs)
  const pair = pairCodeOf(text, props.own)
  const begun = pair.problem === null ? pair.code : undefined
  const { data: info } = useRoute(markInfo, { query: { block_id: props.blockId } })
  const { data } = useRoute(
    markNext,
    {
      query: {
        block_id: props.blockId,
        marked: 1,
        ...(begun === undefined ? {} : { code: begun }),
      },
    },
    { staleTime: 0, placeholderData: (last) => last },
  )
  const offered = (data?.tasks ?? [])
    .filter(({ secret_code }) => secret_code !== props.own && secret_code !== begun)
    .slice(0, MOST_OFFERED)
  return (
    <form
      className={css['pair']}
      aria-label="雷同卷"
      onSubmit={(event) => {
        event.preventDefault()
        if (pair.problem === null) props.onSubmit(pair.code)
      }}
    >
      <label>
        雷同的另一份的密号（不知道可以不填）
        <input
          className={Classes.INPUT}
          value={text}
          maxLength={20}
          autoFocus
          aria-invalid={pair.problem !== null}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {pair.problem !== null && <p role="alert">{pair.problem}</p>}
      {offered.length > 0 && (
        <ul aria-label="本人最近评过的试卷">
          {offered.map((task) => (
            <li key={task.reading_id}>
              <Button size="small" variant="minimal" onClick={() => setText(task.secret_code)}>
                <code>{task.secret_code}</code>{' '}
                {formatMilli(totalOfTask(task, info?.best_of ?? null) ?? 0)} 分
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button onClick={props.onBack}>返回</Button>
        <ReasonButton type="submit" intent="primary" reason={pair.problem}>
          提交雷同卷
        </ReasonButton>
      </div>
    </form>
  )
}
