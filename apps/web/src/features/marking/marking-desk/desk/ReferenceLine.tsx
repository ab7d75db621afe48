import { Button } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import type { MarkInfo, Reference } from './desk-state.ts'
import css from './reference.module.css'

/** What a second reader gave the paper that was just handed in. Says nothing about who is right. */
export const ReferenceLine = (props: { reference: Reference; onOff: () => void }) => {
  const { secretCode, givenMilli, totalMilli, points, reader } = props.reference
  return (
    <>
      <p className={css['line']} title={`${reader}，不计入成绩`}>
        <span>
          AI 参考 <b>{formatMilli(totalMilli)} 分</b>，您给了 {formatMilli(givenMilli)} 分{' '}
          <span className={css['code']}>{secretCode}</span>
        </span>
        <Button
          variant="minimal"
          size="small"
          title="可以在右上角 ☰ 中重新打开"
          onClick={props.onOff}
        >
          不再显示
        </Button>
      </p>
      {points.length > 0 && (
        <table className={css['points']} aria-label="各给分点的 AI 参考">
          <tbody>
            {points.map(({ name, readerMilli, givenMilli: own }, at) => (
              <tr key={at} data-apart={own !== readerMilli || undefined}>
                <th scope="row">
                  {own !== readerMilli && <span aria-label="不同">≠ </span>}
                  {name}
                </th>
                <td>AI {formatMilli(readerMilli)}</td>
                <td>您 {formatMilli(own)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** Markers are told that a program reads the same papers. */
export const ReferenceTag = ({ reader }: { reader: MarkInfo['second_reader'] }) =>
  reader && (
    <span
      className={css['tag']}
      title={`「${reader.name} ${reader.version}」也在评阅本题块，用于对照：不计入成绩、不算一评二评；您提交之后才显示它的给分，可以在 ☰ 中关闭`}
    >
      AI 对照
    </span>
  )
