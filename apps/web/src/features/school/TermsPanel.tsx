import { Button } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { termList, termSave } from '@hengjuan/contracts'
import { Panel, QueryView, SchemaDialog, SimpleTable, StatusTag, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { useRefreshSchool } from './use-school.ts'

const FIRST_HALF: 1 | 2 = 1
const HALVES = [
  { value: 1, label: '第一学期' },
  { value: 2, label: '第二学期' },
]

/** Terms with their days; exams belong to the term of their date. */
export function TermsPanel({ year, mayManage }: { year: number; mayManage: boolean }) {
  const terms = useRoute(termList, {})
  const [isAdding, setAdding] = useState(false)
  const refresh = useRefreshSchool()
  const save = useCall(termSave, {
    onSuccess: (_, { body }) => {
      setAdding(false)
      toast.done(body.remove ? '已删除学期' : '已保存学期')
      return refresh()
    },
  })
  return (
    <Panel
      flush
      title="学期"
      note="考试按日期归入学期"
      actions={mayManage && <Button onClick={() => setAdding(true)}>添加或修改学期</Button>}
    >
      <QueryView query={terms}>
        {(list) => (
          <SimpleTable
            label="学期"
            columns={[
              {
                key: 'name',
                title: '学期',
                render: ({ name, current }) => (
                  <>
                    {name} {current && <StatusTag status="ok">当前学期</StatusTag>}
                  </>
                ),
              },
              { key: 'from', title: '开始', render: ({ starts_on }) => starts_on },
              { key: 'to', title: '结束', render: ({ ends_on }) => ends_on },
              {
                key: 'remove',
                title: '',
                render: ({ year: of, half }) =>
                  mayManage && (
                    <Button
                      size="small"
                      variant="minimal"
                      onClick={() => save.mutate({ body: { year: of, half, remove: true } })}
                    >
                      删除
                    </Button>
                  ),
              },
            ]}
            rows={list}
            rowKey={({ term_id }) => term_id}
            empty="还没有学期，添加后可以按学期查看考试"
          />
        )}
      </QueryView>
      {isAdding && (
        <SchemaDialog
          title="学期"
          effect="同一学年的同一学期保存后覆盖原来的日期。"
          schema={termSave.body}
          initial={{
            year: String(year - 1),
            half: FIRST_HALF,
            starts_on: `${year - 1}-09-01`,
            ends_on: `${year}-01-20`,
          }}
          submitText="保存学期"
          isPending={save.isPending}
          error={save.error}
          errorFields={{ TERM_OVERLAP: 'starts_on' }}
          onClose={() => {
            save.reset()
            setAdding(false)
          }}
          onSubmit={(values) => save.mutate({ body: { ...values, year: Number(values.year) } })}
          fields={{
            year: {
              kind: 'number',
              label: '学年',
              isRequired: true,
              hint: ({ year: typed }) => `${typed}-${Number(typed) + 1} 学年`,
            },
            half: {
              kind: 'choice',
              label: '学期',
              options: HALVES,
              leadsTo: (half, { year: typed }) =>
                half === 1
                  ? { starts_on: `${typed}-09-01`, ends_on: `${Number(typed) + 1}-01-20` }
                  : {
                      starts_on: `${Number(typed) + 1}-02-15`,
                      ends_on: `${Number(typed) + 1}-07-05`,
                    },
            },
            starts_on: { kind: 'date', label: '开始', isRequired: true },
            ends_on: { kind: 'date', label: '结束', isRequired: true },
          }}
        />
      )}
    </Panel>
  )
}
