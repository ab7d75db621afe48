import { EmptyState, PageHeader, Panel } from '@hengjuan/ui'
import { useState } from 'react'
import { greetingAt, QuickEntrances } from '../features/home/index.ts'
import { useSession } from '../session/session-store.ts'
import { menuIcons } from '../shell/menu-icons.ts'
import { useMenuTree } from '../shell/menu-tree.ts'

/** `/MainPage/homePage`: who one is here, and where the work is. */
export function HomePage() {
  const user = useSession()
  const entrances = useMenuTree()
    .flatMap(({ entries }) => entries)
    .filter(({ item }) => item !== 'home')
    .flatMap(({ item, label, links }) => {
      const Icon = menuIcons[item]
      return links.map(({ to, title }) => ({
        to,
        title,
        group: title === label ? null : label,
        icon: <Icon size={18} />,
      }))
    })
  const [now] = useState(() => new Date())
  const today = now.toLocaleDateString('zh-CN', { month: 'long', day: 'numeric', weekday: 'long' })
  return (
    <>
      <PageHeader
        title={`${user.user_name}，${greetingAt(now.getHours())}`}
        subtitle={[today, user.current_role.role_name, user.school_name]
          .filter(Boolean)
          .join(' · ')}
      />
      <Panel title="快捷入口">
        {entrances.length > 0 ? (
          <QuickEntrances entrances={entrances} />
        ) : (
          <EmptyState title="当前身份还没有可用的功能">
            如需使用请联系学校管理员，或在右上角切换身份。
          </EmptyState>
        )}
      </Panel>
    </>
  )
}
