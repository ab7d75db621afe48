import { Button, Checkbox, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, schoolTemplateApply, schoolTemplates } from '@hengjuan/contracts'
import { EmptyState, QueryView, ReasonButton, SearchField, sentenceOf, toast } from '@hengjuan/ui'
import { useState } from 'react'
import css from './school.module.css'
import { useRefreshSchool } from './use-school.ts'
import { TemplateSharing } from './TemplateSharing.tsx'

type Row = ReplyOf<typeof schoolTemplates>[number]

/** Takes over subjects and settings of a school of the district that lets others look. */
export function SchoolTemplates({ onClose }: { onClose: () => void }) {
  const [keyword, setKeyword] = useState('')
  const schools = useRoute(schoolTemplates, { query: { keyword } })
  const [chosen, setChosen] = useState<Row | null>(null)
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const [subjects, setSubjects] = useState(true)
  const refresh = useRefreshSchool()
  const apply = useCall(schoolTemplateApply, {
    onSuccess: (done) => {
      toast.done(`已参照 ${chosen?.name ?? ''}：${done.settings} 项设置，${done.subjects} 个科目`)
      onClose()
      return refresh()
    },
  })
  const choose = (row: Row) => {
    setChosen(row)
    setKeys(new Set(row.setting_keys.map(({ key }) => key)))
  }
  return (
    <Dialog isOpen title="参照其他学校" onClose={onClose} style={{ width: 640 }}>
      <DialogBody>
        <TemplateSharing />
        <SearchField value={keyword} onChange={setKeyword} placeholder="搜索学校" />
        <QueryView
          query={schools}
          isEmpty={(list) => list.length === 0}
          empty={
            <EmptyState title="没有可以参照的学校">
              同区县的学校打开「允许参照」后，会出现在这里。
            </EmptyState>
          }
        >
          {(list) => (
            <div className={css['picked']}>
              {list.map((row) => (
                <Button
                  key={row.school_id}
                  active={chosen?.school_id === row.school_id}
                  onClick={() => choose(row)}
                >
                  {row.name}（{row.subject_count} 科）
                </Button>
              ))}
            </div>
          )}
        </QueryView>
        {chosen && (
          <>
            <p>
              与本校的不同：
              {chosen.differences.length === 0 ? '没有' : chosen.differences.join('；')}
            </p>
            <Checkbox
              checked={subjects}
              label="开设的科目"
              onChange={({ currentTarget }) => setSubjects(currentTarget.checked)}
            />
            {chosen.setting_keys.map(({ key, label }) => (
              <Checkbox
                key={key}
                checked={keys.has(key)}
                label={label}
                onChange={() => {
                  const next = new Set(keys)
                  if (!next.delete(key)) next.add(key)
                  setKeys(next)
                }}
              />
            ))}
            <p className={css['muted']}>本校原来的设置留在各自的版本里，可以取回。</p>
          </>
        )}
        {apply.error && (
          <p className={css['problem']} role="alert">
            ✕ {sentenceOf(apply.error)}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={apply.isPending}
              reason={
                chosen === null
                  ? '请先选择学校'
                  : chosen.differences.length === 0
                    ? '与本校没有不同'
                    : null
              }
              onClick={() =>
                chosen &&
                apply.mutate({
                  body: { school_id: chosen.school_id, setting_keys: [...keys], subjects },
                })
              }
            >
              参照 {chosen?.name ?? ''}
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
