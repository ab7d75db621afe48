import { useRoute } from '@hengjuan/client/react'
import { staffDetail } from '@hengjuan/contracts'
import { QueryView, Segmented, SideDrawer, Time } from '@hengjuan/ui'
import { useState } from 'react'
import css from './school.module.css'
import { type Detail, StaffFacts } from './StaffFacts.tsx'
import { StaffRights } from './StaffRights.tsx'

const TABS = [
  { value: 'facts', label: '身份与登录' },
  { value: 'rights', label: '检查权限' },
  { value: 'history', label: '变动记录' },
] as const

/** One person: identities, devices, marking, rights. */
export function StaffDrawer(props: { userId: number; mayExplain: boolean; onClose: () => void }) {
  const detail = useRoute(staffDetail, { query: { user_id: props.userId } })
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('facts')
  return (
    <SideDrawer isOpen title={detail.data?.staff.name ?? '教师'} size={640} onClose={props.onClose}>
      <div className={css['drawer']}>
        <Segmented
          label="教师内容"
          options={TABS.filter(({ value }) => value !== 'rights' || props.mayExplain)}
          value={tab}
          onChange={setTab}
        />
        <QueryView query={detail}>
          {(data) =>
            tab === 'facts' ? (
              <StaffFacts detail={data} />
            ) : tab === 'rights' ? (
              <StaffRights userId={props.userId} />
            ) : (
              <History rows={data.history} />
            )
          }
        </QueryView>
      </div>
    </SideDrawer>
  )
}

function History({ rows }: { rows: Detail['history'] }) {
  if (rows.length === 0) return <p className={css['muted']}>还没有变动</p>
  return (
    <ul className={css['history']}>
      {rows.map((one, at) => (
        <li key={at}>
          {one.action_label}
          {one.fields.length > 0 &&
            `：${one.fields
              .map(({ label, before, after }) =>
                before === null
                  ? `${label} ${after ?? ''}`
                  : `${label} ${before} → ${after ?? '（空）'}`,
              )
              .join('；')}`}
          <small>
            {one.by_name ?? '系统'} <Time at={one.at} />
          </small>
        </li>
      ))}
    </ul>
  )
}
