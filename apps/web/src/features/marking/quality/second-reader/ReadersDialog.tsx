import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import {
  type InputOf,
  type ReplyOf,
  secondReaderRegister,
  secondReaders,
  secondReaderToken,
} from '@hengjuan/contracts'
import {
  ConfirmDialog,
  copyText,
  Pending,
  SchemaForm,
  SimpleTable,
  StatusTag,
  toast,
} from '@hengjuan/ui'
import { useState } from 'react'
import css from './second-reader.module.css'

type Reader = ReplyOf<typeof secondReaders>['readers'][number]

const nameOf = ({ name, version }: Pick<Reader, 'name' | 'version'>): string => `${name} ${version}`

/** The programs of the school: registered here, given tokens, and shut out. */
export function ReadersDialog(props: {
  examId: number
  onChanged: () => Promise<unknown>
  onClose: () => void
}) {
  const inExam = { exam_id: props.examId }
  const refreshList = useRefresh(secondReaders)
  const { data, error, refetch } = useRoute(secondReaders, { query: inExam })
  const [asking, setAsking] = useState<{ reader: Reader; action: 'revoke' | 'renew' } | null>(null)
  const [made, setMade] = useState<{ name: string; token: string } | null>(null)
  const refresh = async () => {
    await refreshList()
    await props.onChanged()
  }
  const change = useCall(secondReaderToken, {
    onSuccess: ({ token }) => {
      const name = asking ? nameOf(asking.reader) : ''
      setMade(token === null ? null : { name, token })
      if (token === null) toast.done(`已停用 ${name}`)
      setAsking(null)
      return refresh()
    },
  })
  return (
    <Dialog isOpen title="评阅程序" onClose={props.onClose} style={{ width: 820 }}>
      <DialogBody>
        <p className={css['note']}>
          登记后得到令牌，评阅程序凭令牌取卷、交分，不能做别的。一个版本登记一次，换了版本请重新登记。
        </p>
        {!data && <Pending error={error} refetch={refetch} lines={3} />}
        {data && data.readers.length > 0 && (
          <SimpleTable
            label="评阅程序"
            columns={[
              { key: 'name', title: '名称与版本', render: nameOf },
              { key: 'maker', title: '制作单位', render: ({ maker }) => maker },
              { key: 'purpose', title: '用途', width: 200, render: ({ purpose }) => purpose },
              { key: 'by', title: '登记人', render: ({ registered_by }) => registered_by },
              {
                key: 'state',
                title: '状态',
                render: ({ is_revoked }) => (
                  <StatusTag status={is_revoked ? 'idle' : 'ok'}>
                    {is_revoked ? '已停用' : '可用'}
                  </StatusTag>
                ),
              },
              {
                key: 'token',
                title: '令牌',
                render: (reader) => (
                  <>
                    <Button
                      size="small"
                      variant="minimal"
                      onClick={() => setAsking({ reader, action: 'renew' })}
                    >
                      换发…
                    </Button>
                    {!reader.is_revoked && (
                      <Button
                        size="small"
                        variant="minimal"
                        intent="danger"
                        onClick={() => setAsking({ reader, action: 'revoke' })}
                      >
                        停用…
                      </Button>
                    )}
                  </>
                ),
              },
            ]}
            rows={data.readers}
            rowKey={({ reader_id }) => reader_id}
          />
        )}
        {made ? (
          <TokenNotice {...made} onClose={() => setMade(null)} />
        ) : (
          <RegisterReader
            examId={props.examId}
            onDone={(reader, token) => {
              setMade({ name: nameOf(reader), token })
              return refresh()
            }}
          />
        )}
      </DialogBody>
      <DialogFooter actions={<Button onClick={props.onClose}>关闭</Button>} />
      <ConfirmDialog
        isOpen={asking !== null}
        title={asking?.action === 'revoke' ? '停用评阅程序' : '换发令牌'}
        effect={
          asking?.action === 'revoke'
            ? `「${asking ? nameOf(asking.reader) : ''}」的令牌立即失效`
            : `「${asking ? nameOf(asking.reader) : ''}」得到新的令牌，旧令牌立即失效`
        }
        confirmText={asking?.action === 'revoke' ? '停用' : '换发令牌'}
        isDestructive={asking?.action === 'revoke'}
        isPending={change.isPending}
        error={change.error}
        onConfirm={() =>
          asking &&
          change.mutate({
            body: { ...inExam, reader_id: asking.reader.reader_id, action: asking.action },
          })
        }
        onClose={() => {
          change.reset()
          setAsking(null)
        }}
      >
        <p className={css['note']}>
          {asking?.action === 'revoke'
            ? '它不能再取卷、交分，教师也不再看到它的参考分；已有的记录保留，换发令牌后恢复。'
            : '请把新令牌交给评阅程序的管理人；令牌只显示一次。'}
        </p>
      </ConfirmDialog>
    </Dialog>
  )
}

/** A token, the only time that it can be seen. */
function TokenNotice(props: { name: string; token: string; onClose: () => void }) {
  const copy = async () => {
    if (await copyText(props.token)) toast.done('令牌已复制')
    else toast.note('浏览器不允许复制，请选中令牌后手动复制')
  }
  return (
    <section className={css['token']} aria-label="新令牌">
      <p>
        {props.name} 的令牌，<b>只显示这一次</b>，请现在交给评阅程序的管理人；遗失后可以换发。
      </p>
      <code data-testid="reader-token">{props.token}</code>
      <div className={css['line']}>
        <Button intent="primary" onClick={() => void copy()}>
          复制令牌
        </Button>
        <Button variant="minimal" onClick={props.onClose}>
          已保存，收起
        </Button>
      </div>
    </section>
  )
}

type Form = Omit<InputOf<typeof secondReaderRegister>['body'], 'exam_id'>

const EMPTY: Form = { name: '', version: '', maker: '', purpose: '' }

/** Registers a program in one version. */
function RegisterReader(props: {
  examId: number
  onDone: (reader: Form, token: string) => Promise<unknown>
}) {
  const [isOpen, setOpen] = useState(false)
  const register = useCall(secondReaderRegister, {
    onSuccess: ({ token }, { body }) => {
      setOpen(false)
      return props.onDone(body, token)
    },
  })
  if (!isOpen)
    return (
      <Button style={{ marginTop: 12 }} onClick={() => setOpen(true)}>
        登记评阅程序…
      </Button>
    )
  return (
    <SchemaForm<Form>
      schema={secondReaderRegister.body}
      initial={EMPTY}
      submitText="登记并取得令牌"
      isPending={register.isPending}
      error={register.error}
      onCancel={() => setOpen(false)}
      onSubmit={(form) => register.mutate({ body: { exam_id: props.examId, ...form } })}
      fields={{
        name: { kind: 'text', label: '名称', maxLength: 60, placeholder: '例如：作文评阅' },
        version: { kind: 'text', label: '版本', maxLength: 60, placeholder: '例如：1.0' },
        maker: { kind: 'text', label: '制作单位', maxLength: 60, placeholder: '例如：市教研院' },
        purpose: {
          kind: 'text',
          label: '用途',
          maxLength: 200,
          placeholder: '例如：与阅卷教师的给分对照，找出需要抽查的试卷',
        },
      }}
    />
  )
}
