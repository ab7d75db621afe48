import { Panel, SimpleTable } from '@hengjuan/ui'
import css from './station.module.css'
import type { Detail } from './ScanPlaces.tsx'

/** A whole grade without sheets is no list to read: scanning has not begun. */
const MOST_MISSING = 300

export function MissingCandidates({ data }: { data: Detail }) {
  const waiting = data.missing.filter(({ attendance }) => attendance !== 1)
  const shown = waiting.slice(0, MOST_MISSING)
  return (
    <Panel
      title="未扫名单"
      note={
        waiting.length === 0
          ? '没有'
          : `${waiting.length} 人没有答题卡，也没有确认缺考：补扫，或在异常中确认缺考`
      }
      flush
      {...(shown.length < waiting.length
        ? { footer: `只列出前 ${MOST_MISSING} 人；按考场或班级扫描后名单会变短` }
        : {})}
    >
      {waiting.length > 0 && (
        <div className={css['missing']}>
          <SimpleTable
            label="未扫名单"
            rows={shown}
            rowKey={({ candidate_id }) => candidate_id}
            columns={[
              { key: 'no', title: '考号', render: ({ exam_no }) => exam_no },
              { key: 'name', title: '姓名', render: ({ name }) => name },
              { key: 'class', title: '班级', render: ({ class_name }) => class_name },
              { key: 'room', title: '考场', render: ({ room_no }) => room_no ?? '–' },
              { key: 'seat', title: '座位', render: ({ seat_no }) => seat_no ?? '–' },
            ]}
          />
        </div>
      )}
    </Panel>
  )
}
