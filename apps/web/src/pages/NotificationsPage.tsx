import { filter, PageHeader, Panel, Segmented, useUrlFilters } from '@hengjuan/ui'
import { Link } from 'react-router'
import { NoticeList, NoticePreferences } from '../features/notice/index.ts'
import { NoticeTimes } from '../features/setting/index.ts'
import { useMay } from '../session/session-store.ts'

const filters = { view: filter.oneOf(['list', 'settings', 'times'], 'list') }

/** `/MainPage/notifications`: what one is told, and how one wants to be told. */
export function NotificationsPage() {
  const { values, set } = useUrlFilters(filters)
  const setsTimes = useMay('school.manage')
  const answers = useMay('exam.answer')
  return (
    <>
      <PageHeader
        title="通知"
        actions={
          <>
            {answers && <Link to="/exam-asks">请我核对</Link>}
            <Segmented
              label="页面"
              options={[
                { value: 'list', label: '我的通知' },
                { value: 'settings', label: '接收设置' },
                ...(setsTimes ? [{ value: 'times' as const, label: '学校发送时间' }] : []),
              ]}
              value={values.view}
              onChange={(view) => set({ view })}
            />
          </>
        }
      />
      {values.view === 'list' ? (
        <Panel flush>
          <NoticeList />
        </Panel>
      ) : (
        <Panel>
          {values.view === 'times' ? <NoticeTimes scope="school" /> : <NoticePreferences />}
        </Panel>
      )}
    </>
  )
}
