import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import { useCall } from '@hengjuan/client/react'
import { type ReplyOf, staffImport } from '@hengjuan/contracts'
import {
  FormDialog,
  ReasonButton,
  saveFile,
  SimpleTable,
  TableChoice,
  toast,
  useUnsaved,
} from '@hengjuan/ui'
import { useState } from 'react'
import { csvFile, KIND_WORDS } from './import-kinds.ts'
import { Refusal } from './Refusal.tsx'
import { TableColumns } from './TableColumns.tsx'
import css from './import.module.css'

type Accounts = ReplyOf<typeof staffImport>['accounts']

/** Opens accounts for teachers from a table; their first passwords are shown once, and can be saved. */
export function StaffImportDialog(props: { onDone: () => void; onClose: () => void }) {
  return (
    <FormDialog
      isOpen
      title={KIND_WORDS.staff.title}
      onClose={props.onClose}
      style={{ width: 760 }}
    >
      <Content {...props} />
    </FormDialog>
  )
}

function Content({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [accounts, setAccounts] = useState<Accounts | null>(null)
  const [isSaved, setSaved] = useState(false)
  useUnsaved(accounts !== null && accounts.length > 0 && !isSaved)
  const write = useCall(staffImport, {
    onSuccess: ({ added, accounts: opened }) => {
      toast.done(`已导入教师，新开 ${added} 个账号`)
      setAccounts(opened)
      onDone()
    },
  })
  const choose = (chosen: File | null) => {
    write.reset()
    setFile(chosen)
  }
  const send = () => {
    if (!file) return
    const payload = new FormData()
    payload.append('file', file)
    write.mutate({ payload })
  }
  if (accounts)
    return <FirstPasswords accounts={accounts} onSaved={() => setSaved(true)} onClose={onClose} />
  return (
    <>
      <DialogBody>
        <TableColumns kind="staff" />
        <p className={css['hint']}>{KIND_WORDS.staff.hint}表中有错误时不会写入任何数据。</p>
        <TableChoice file={file} onChoose={choose} />
        {write.error && <Refusal error={write.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={write.isPending}
              reason={file ? null : '请先选择表格文件'}
              onClick={send}
            >
              导入教师
            </ReasonButton>
          </>
        }
      />
    </>
  )
}

function FirstPasswords(props: { accounts: Accounts; onSaved: () => void; onClose: () => void }) {
  const { accounts } = props
  const save = () => {
    const rows = accounts.map((one) => [one.name, one.account, one.initial_password])
    saveFile(csvFile([['姓名', '账号', '初始密码'], ...rows]), '教师账号.csv')
    props.onSaved()
  }
  return (
    <>
      <DialogBody>
        <p>初始密码只在这里出现一次，请下载后分发给本人；本人首次登录时修改。</p>
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
