import { rubricDifference, worthText } from '@hengjuan/domain'
import { type RubricVersion, rubricOfView } from './rubric-view.ts'
import css from './rubric.module.css'

/** What another version says that this one did not, and the other way round. */
export function RubricDifference(props: { before: RubricVersion; after: RubricVersion }) {
  const { lines, entries } = rubricDifference(rubricOfView(props.before), rubricOfView(props.after))
  if (lines.length === 0 && entries.length === 0)
    return <p className={css['none']}>内容没有改动，只调整了顺序。</p>
  return (
    <div className={css['difference']}>
      {entries.length > 0 && (
        <ul aria-label="改动的给分依据">
          {entries.map((change) => (
            <li key={`${change.kind} ${change.entry.id}`}>
              <small>{change.entry.point}</small>{' '}
              {change.kind === 'changed' && (
                <>
                  <del>
                    {change.before.text} {worthText(change.before.milli)}
                  </del>{' '}
                </>
              )}
              {change.kind === 'removed' ? (
                <del>
                  {change.entry.text} {worthText(change.entry.milli)}
                </del>
              ) : (
                <ins>
                  {change.entry.text} {worthText(change.entry.milli)}
                </ins>
              )}
            </li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <p aria-label="改动的文字">
          {lines.map(({ kind, text }, at) =>
            kind === 'added' ? (
              <ins key={at}>{text || ' '}</ins>
            ) : kind === 'removed' ? (
              <del key={at}>{text || ' '}</del>
            ) : (
              <span key={at}>{text || ' '}</span>
            ),
          )}
        </p>
      )}
    </div>
  )
}
