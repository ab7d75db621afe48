import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { DownloadIcon, PrintIcon } from '@blueprintjs/icons'
import { csvFile, saveFile, SimpleTable } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import css from './school.module.css'

/** An account with its first password, which the server tells once. */
export interface Slip {
  name: string
  /** Class or staff. */
  place: string
  account: string
  initial_password: string
}

/** Slips for staff whose accounts were just opened. */
export const staffSlips = (accounts: readonly Omit<Slip, 'place'>[]): Slip[] =>
  accounts.map((one) => ({ ...one, place: '教职工' }))

/**
 * First passwords on slips of paper (A4, 24 on a page) and as a table, both made here: the server does not have them
 * any more. Leaving without either asks once.
 */
export function SlipsDialog(props: {
  slips: readonly Slip[]
  title: string
  note?: string
  onClose: () => void
}) {
  const { slips } = props
  const [isKept, setKept] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const close = () => (isKept || isAsked ? props.onClose() : setAsked(true))
  const save = () => {
    const rows = slips.map((one) => [one.place, one.name, one.account, one.initial_password])
    saveFile(csvFile([['班级或部门', '姓名', '账号', '初始密码'], ...rows]), `${props.title}.csv`)
    setKept(true)
  }
  return (
    <Dialog
      isOpen
      title={props.title}
      onClose={close}
      canOutsideClickClose={false}
      style={{ width: 640 }}
    >
      <DialogBody>
        <p>
          初始密码只在这里出现一次。请打印账号条分发，或下载账号表保管；本人首次登录后修改密码。
          {props.note}
        </p>
        <SimpleTable
          label="初始密码"
          columns={[
            { key: 'place', title: '班级或部门', render: ({ place }) => place },
            { key: 'name', title: '姓名', render: ({ name }) => name },
            { key: 'account', title: '账号', render: ({ account }) => account },
            {
              key: 'password',
              title: '初始密码',
              render: ({ initial_password }) => (
                <span className={css['code']}>{initial_password}</span>
              ),
            },
          ]}
          rows={slips}
          rowKey={({ account }) => account}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button intent={isAsked && !isKept ? 'danger' : 'none'} onClick={close}>
              {isAsked && !isKept ? '不保存，直接关闭' : '关闭'}
            </Button>
            <Button icon={<DownloadIcon />} onClick={save}>
              下载账号表
            </Button>
            <Button
              intent="primary"
              icon={<PrintIcon />}
              onClick={() => {
                setKept(true)
                window.print()
              }}
            >
              打印账号条
            </Button>
          </>
        }
      >
        {isAsked && !isKept && (
          <span className={css['problem']} role="alert">
            还没有打印或下载，关闭后密码不能再查看，只能重置
          </span>
        )}
      </DialogFooter>
      <PrintedSlips slips={slips} />
    </Dialog>
  )
}

const ON_PAPER = 'data-slips'

/** On paper the slips stand alone. */
function PrintedSlips({ slips }: { slips: readonly Slip[] }) {
  useEffect(() => {
    document.body.setAttribute(ON_PAPER, '')
    return () => document.body.removeAttribute(ON_PAPER)
  }, [])
  return createPortal(
    <div className={css['slips']}>
      {slips.map((one) => (
        <div key={one.account} className={css['slip']}>
          {one.place} {one.name}
          <br />
          账号 <b>{one.account}</b>
          <br />
          初始密码 <b>{one.initial_password}</b>
          <br />
          网址 {window.location.host}
        </div>
      ))}
    </div>,
    document.body,
  )
}
