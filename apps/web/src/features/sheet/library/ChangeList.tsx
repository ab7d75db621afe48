import type { ReplyOf, sheetReuse } from '@hengjuan/contracts'
import { useState } from 'react'
import css from './library.module.css'

type Change = ReplyOf<typeof sheetReuse>['changes'][number]

const KINDS = { added: '增加', removed: '删除', changed: '修改' } as const
const SHOWN = 12

/** What differs between two sheets or versions, a line each. */
export function ChangeList({ changes, same }: { changes: readonly Change[]; same: string }) {
  const [isLong, setLong] = useState(false)
  if (changes.length === 0) return <p className={css['quiet']}>{same}</p>
  const shown = isLong ? changes : changes.slice(0, SHOWN)
  return (
    <>
      <table className={css['changes']}>
        <thead>
          <tr>
            {['', '内容', '现在', '改为'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((change, index) => (
            <tr key={index} data-kind={change.kind}>
              <td>{KINDS[change.kind]}</td>
              <td>{change.what}</td>
              <td>{change.before || '—'}</td>
              <td>{change.after || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > shown.length && (
        <button type="button" className={css['more']} onClick={() => setLong(true)}>
          显示全部 {changes.length} 处
        </button>
      )}
    </>
  )
}
