import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import type { importApply, ReplyOf } from '@hengjuan/contracts'
import { csvFile, saveFile, SimpleTable, useUnsaved } from '@hengjuan/ui'
import { useState } from 'react'

export type Accounts = ReplyOf<typeof importApply>['accounts']

/** Accounts that an import opened; their passwords are shown once, and can be saved. Only in a `FormDialog`. */
export function FirstPasswords(props: { accounts: Accounts; onClose: () => void }) {
  const [isSaved, setSaved] = useState(false)
  useUnsaved(!isSaved)
  const { accounts } = props
  const save = () => {
    const rows = accounts.map((one) => [one.name, one.account, one.initial_password])
    saveFile(csvFile([['姓名', '账号', '初始密码'], ...rows]), '教师账号.csv')
    setSaved(true)
  }
  return (
    <>
      <DialogBody>
        <p>
          已开通 {accounts.length}{' '}
          个账号。初始密码只在这里出现一次，请下载后分发给本人；本人首次登录时修改。
        </p>
        <SimpleTable
          label="新开的账号"
          columns={[
            { key: 'name', title: '姓名', render: ({ name }) => name },
            { key: 'account', title: '账号', render: ({ account }) => account },
            {
              key: 'password',
              title: '初始密码',
              render: ({ initial_password }) => <code>{initial_password}</code>,
            },
          ]}
          rows={accounts}
          rowKey={({ account }) => account}
          empty="没有新开账号，已有账号的身份已更新"
        />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>关闭</Button>
            {accounts.length > 0 && (
              <Button intent="primary" icon={<DownloadIcon />} onClick={save}>
                下载账号表
              </Button>
            )}
          </>
        }
      />
    </>
  )
}
