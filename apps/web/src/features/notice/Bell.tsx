import { NotificationsIcon } from '@blueprintjs/icons'
import { useRoute } from '@hengjuan/client/react'
import { notificationList } from '@hengjuan/contracts'
import { Link } from 'react-router'
import css from './notice.module.css'

const EVERY_MS = 60_000
const MOST = 99

/** In the header: how many notices and marking messages are unread, and the way to them. */
export function Bell() {
  const { data } = useRoute(
    notificationList,
    { query: { limit: 1 } },
    { refetchInterval: EVERY_MS },
  )
  const count = data ? data.unread + data.marking.reduce((sum, { unread }) => sum + unread, 0) : 0
  return (
    <Link
      to="/MainPage/notifications"
      className={`bp6-button bp6-minimal ${css['bell'] ?? ''}`}
      aria-label={count === 0 ? '通知' : `通知，${count} 条未读`}
      title="通知"
    >
      <NotificationsIcon />
      {count > 0 && <span className={css['count']}>{count > MOST ? `${MOST}+` : count}</span>}
    </Link>
  )
}
