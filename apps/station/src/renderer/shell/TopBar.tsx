import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CogIcon, KeyIcon, PersonIcon, SearchIcon } from '@blueprintjs/icons'
import {
  chooseTheme,
  StatusTag,
  type Status,
  THEMES,
  type Theme,
  toast,
  useTheme,
} from '@hengjuan/ui'
import type { Connection, StationState } from '../../bridge/station-api.ts'
import { useScreen } from '../station-store.ts'
import { useTransport } from '../transport/use-station.ts'
import { Mark } from './Mark.tsx'
import css from './station-screen.module.css'

const CONNECTIONS: Record<Connection, { status: Status; text: string }> = {
  online: { status: 'ok', text: '在线' },
  catching_up: { status: 'busy', text: '补传中' },
  offline: { status: 'warn', text: '离线' },
  signed_out: { status: 'bad', text: '需要登录' },
}

/** Who works where, and whether the server is there. */
export function TopBar({ live, isLost }: { live: StationState; isLost: boolean }) {
  const { call } = useTransport()
  const openTool = useScreen((screen) => screen.openTool)
  const connection = CONNECTIONS[live.connection]
  return (
    <header className={css['bar']}>
      <span className={css['brand']}>
        <Mark /> 扫描站 <span className={css['muted']}>{live.station}</span>
      </span>
      <span className={css['connection']} role="status">
        {isLost ? (
          <StatusTag status="bad">扫描站程序没有响应，正在重新连接</StatusTag>
        ) : (
          <StatusTag status={connection.status} title={live.server}>
            {connection.text}
            {live.connection === 'catching_up' && ` ${live.to_upload}`}
          </StatusTag>
        )}
        {live.connection_note && !isLost && (
          <>
            <span className={css['note']} title={live.connection_note}>
              {live.connection_note}
            </span>
            <Button size="small" onClick={() => call('reconnect', {}).catch(toast.error)}>
              立即重连
            </Button>
          </>
        )}
      </span>
      <span className={css['spacer']} />
      {live.pages_per_second > 0 && (
        <span className={css['muted']}>识别 {live.pages_per_second} 页/秒</span>
      )}
      <Button
        variant="minimal"
        icon={<SearchIcon />}
        text="找原卷"
        title="Ctrl+F"
        onClick={() => openTool('find')}
      />
      <Button
        variant="minimal"
        icon={<KeyIcon />}
        aria-label="快捷键"
        title="快捷键（?）"
        onClick={() => openTool('keys')}
      />
      <Button
        variant="minimal"
        icon={<CogIcon />}
        aria-label="本机设置"
        title="本机设置"
        onClick={() => openTool('settings')}
      />
      <OperatorMenu live={live} />
    </header>
  )
}

function OperatorMenu({ live }: { live: StationState }) {
  const { call } = useTransport()
  const theme = useTheme()
  const { isSoundOn, setSound } = useScreen()
  const menu = (
    <Menu>
      <MenuDivider title={live.user?.school_name ?? ''} />
      {Object.entries(THEMES).map(([value, label]) => (
        <MenuItem
          key={value}
          text={label}
          roleStructure="listoption"
          selected={value === theme}
          onClick={() => chooseTheme(value as Theme)}
        />
      ))}
      <MenuDivider />
      <MenuItem
        text="异常提示音"
        roleStructure="listoption"
        selected={isSoundOn}
        shouldDismissPopover={false}
        onClick={() => setSound(!isSoundOn)}
      />
      <MenuDivider />
      <MenuItem
        text="退出登录"
        onClick={() => {
          call('signOut', {}).catch(toast.error)
        }}
      />
    </Menu>
  )
  return (
    <PopoverNext content={menu} placement="bottom-end">
      <Button variant="minimal" icon={<PersonIcon />} text={live.user?.name} />
    </PopoverNext>
  )
}
