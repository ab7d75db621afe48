import { Button, Checkbox, InputGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { type authorityConfig2, authoritySave, type ReplyOf } from '@hengjuan/contracts'
import { Panel, ReasonButton, Row, sentenceOf, SimpleTable, Time, toast } from '@hengjuan/ui'
import { useState } from 'react'
import css from './school.module.css'
import { useRefreshSchool } from './use-school.ts'

type Config = ReplyOf<typeof authorityConfig2>

const keyOf = (role: string, item: string) => `${role} ${item}`

export function AuthorityMatrix({ config }: { config: Config }) {
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [reason, setReason] = useState('')
  const refresh = useRefreshSchool()
  const save = useCall(authoritySave, {
    onSuccess: ({ affected }) => {
      toast.done(`已保存，影响 ${affected} 人，下一次操作即生效`)
      return refresh()
    },
  })
  const items = config.roles
    .flatMap((role) => role.items)
    .filter((one, at, all) => all.findIndex(({ code }) => code === one.code) === at)
  const isVisible = (role: string, item: Config['roles'][number]['items'][number]) =>
    changes.get(keyOf(role, item.code)) ?? item.visible
  const change = (role: string, item: Config['roles'][number]['items'][number]) => {
    const next = new Map(changes)
    const visible = !isVisible(role, item)
    if (visible === item.visible) next.delete(keyOf(role, item.code))
    else next.set(keyOf(role, item.code), visible)
    setChanges(next)
  }
  const touched = config.roles.filter(({ role }) =>
    [...changes.keys()].some((key) => key.startsWith(`${role} `)),
  )
  const affected = touched.reduce((sum, { people }) => sum + people, 0)
  return (
    <Panel
      flush
      title="各身份可见的内容"
      note="勾掉即收起；只能在身份本来的权限之内收起，不能增加"
      footer={
        config.changed_at === null ? (
          '从未修改，按身份本来的权限显示'
        ) : (
          <>
            第 {config.version} 版，{config.changed_by_name} <Time at={config.changed_at} />
          </>
        )
      }
    >
      <SimpleTable
        label="各身份可见的内容"
        columns={[
          {
            key: 'item',
            title: '内容',
            render: ({ group, label }) => (
              <span className={css['item']}>
                <small>{group}</small>
                {label}
              </span>
            ),
          },
          ...config.roles.map((role) => ({
            key: role.role,
            title: (
              <>
                {role.label}
                <small className={css['people']}>{role.people} 人</small>
              </>
            ),
            align: 'center' as const,
            render: ({ code, label }: (typeof items)[number]) => {
              const own = role.items.find((one) => one.code === code)
              if (!own) return <span className={css['muted']}>–</span>
              return (
                <Checkbox
                  className={css['tick'] ?? ''}
                  aria-label={`${role.label}可见${label}`}
                  checked={isVisible(role.role, own)}
                  onChange={() => change(role.role, own)}
                />
              )
            },
          })),
        ]}
        rows={items}
        rowKey={({ code }) => code}
      />
      {changes.size > 0 && (
        <div className={css['saving']}>
          <Row>
            <span>
              改动 {changes.size} 处，将影响 {affected} 人
            </span>
            <InputGroup
              value={reason}
              maxLength={200}
              placeholder="理由（记入版本和操作记录）"
              aria-label="理由"
              onValueChange={setReason}
            />
            <Button onClick={() => setChanges(new Map())}>放弃</Button>
            <ReasonButton
              intent="primary"
              loading={save.isPending}
              reason={reason.trim() === '' ? '请填写理由' : null}
              onClick={() =>
                save.mutate({
                  body: {
                    version: config.version,
                    reason: reason.trim(),
                    changes: [...changes].map(([key, visible]) => {
                      const [role = '', item = ''] = key.split(' ')
                      return { role, item, visible }
                    }),
                  },
                })
              }
            >
              保存
            </ReasonButton>
          </Row>
          {save.error && (
            <p className={css['problem']} role="alert">
              ✕ {sentenceOf(save.error)}
            </p>
          )}
        </div>
      )}
    </Panel>
  )
}
