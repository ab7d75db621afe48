import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { type InputOf, ownTemplates, ownTemplateSave, type ReplyOf } from '@hengjuan/contracts'
import { FilterField, ReasonButton, sentenceOf, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RemoveTemplate } from './RemoveTemplate.tsx'
import css from './report.module.css'

type Template = ReplyOf<typeof ownTemplates>[number]
type OwnTable = Omit<InputOf<typeof ownTemplateSave>['body'], 'name' | 'version' | 'template_id'>

/** Tables that the school keeps: take one, keep this one, change or remove an own one. @source reports P15 */
export function OwnTemplates(props: { table: OwnTable; onTake: (table: OwnTable) => void }) {
  const { table } = props
  const templates = useRoute(ownTemplates, {})
  const client = useQueryClient()
  const [name, setName] = useState<string | null>(null)
  const [removed, setRemoved] = useState<Template | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: routeKey(ownTemplates) })
  const save = useCall(ownTemplateSave, {
    onSuccess: async () => {
      await refresh()
      toast.done('已保存模板')
      setName(null)
    },
  })
  const list = templates.data ?? []
  const shown = list.find(
    (one) =>
      one.by === table.by &&
      one.metrics === table.metrics &&
      one.formula === table.formula &&
      one.index_name === table.index_name &&
      (one.marks ?? '') === (table.marks ?? ''),
  )
  const same = list.find((one) => one.name === name?.trim())
  return (
    <>
      {list.length > 0 && (
        <FilterField label="模板">
          <HTMLSelect
            value={shown?.template_id ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const taken = list.find(({ template_id }) => template_id === Number(value))
              if (taken) props.onTake(taken)
            }}
          >
            <option value="">{shown ? '' : '未用模板'}</option>
            {list.map((one) => (
              <option key={one.template_id} value={one.template_id}>
                {one.name}（{one.owner_name}，第 {one.version} 版）
              </option>
            ))}
          </HTMLSelect>
        </FilterField>
      )}
      {name === null ? (
        <Button onClick={() => setName(shown?.name ?? '')}>存为模板</Button>
      ) : (
        <form
          className={css['templateForm']}
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() === '' || save.isPending) return
            save.mutate({
              body: {
                ...table,
                name: name.trim(),
                ...(same?.may_change
                  ? { template_id: same.template_id, version: same.version }
                  : {}),
              },
            })
          }}
        >
          <InputGroup
            autoFocus
            aria-label="模板名称"
            placeholder="模板名称"
            maxLength={30}
            value={name}
            onValueChange={setName}
          />
          <ReasonButton
            type="submit"
            intent="primary"
            loading={save.isPending}
            reason={
              name.trim() === ''
                ? '请填写模板名称'
                : same && !same.may_change
                  ? `「${same.name}」由 ${same.owner_name} 保存，请换一个名称`
                  : null
            }
          >
            {same?.may_change ? '更新' : '保存'}
          </ReasonButton>
          <Button variant="minimal" onClick={() => setName(null)}>
            取消
          </Button>
          {save.error && <span role="alert">{sentenceOf(save.error)}</span>}
        </form>
      )}
      {shown?.may_change && name === null && (
        <Button variant="minimal" onClick={() => setRemoved(shown)}>
          删除模板
        </Button>
      )}
      {removed && <RemoveTemplate template={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}
