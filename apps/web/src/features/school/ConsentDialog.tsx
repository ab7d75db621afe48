import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  InputGroup,
  Switch,
  TextArea,
} from '@blueprintjs/core'
import { routeKey, useCaller, useRoute } from '@hengjuan/client/react'
import { settingList, settingSave } from '@hengjuan/contracts'
import type { ConsentRule } from '@hengjuan/domain'
import { ErrorState, ReasonButton, SkeletonLines, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

const KEY = 'school.guardian_consent'
const SHORTEST_TEXT = 10

/** Whether the school asks guardians of students under fourteen, and for what. */
export function ConsentDialog({ onClose }: { onClose: () => void }) {
  const settings = useRoute(settingList, { query: { group: 'school', scope: 'school' } })
  const { call } = useCaller()
  const cache = useQueryClient()
  const [draft, setDraft] = useState<ConsentRule | null>(null)
  const [isSaving, setSaving] = useState(false)
  const reading = settings.data?.find(({ key }) => key === KEY)
  const value = draft ?? (reading?.value as ConsentRule | undefined)
  const change = (part: Partial<ConsentRule>) => value && setDraft({ ...value, ...part })
  const before = reading?.value as ConsentRule | undefined
  const isReworded = value?.text !== before?.text && value?.version === before?.version
  const save = async () => {
    if (!reading || !value) return
    setSaving(true)
    try {
      await call(settingSave, {
        body: {
          key: KEY,
          scope: 'school',
          version: reading.version,
          value: { ...value, version: value.version.trim(), text: value.text.trim() },
          reason: value.required ? '要求监护人同意' : '不要求监护人同意',
        },
      })
      toast.done('已保存监护人同意的要求')
      onClose()
    } catch (error) {
      toast.error(error)
    } finally {
      setSaving(false)
      await cache.invalidateQueries({ queryKey: routeKey(settingList) })
    }
  }
  return (
    <Dialog isOpen title="监护人同意" style={{ width: 620 }} onClose={onClose}>
      <DialogBody>
        {settings.error && !settings.data ? (
          <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
        ) : !value ? (
          <SkeletonLines lines={6} />
        ) : (
          <>
            <Switch
              checked={value.required}
              label="一至八年级学生的成绩，监护人同意后才显示"
              onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
            />
            <FormGroup
              label="版本"
              labelFor="consent-version"
              helperText={
                isReworded
                  ? '说明改了：换一个版本号，监护人会重新同意；版本不变，以前的同意继续有效'
                  : '换了版本，以前的同意不再有效'
              }
            >
              <InputGroup
                id="consent-version"
                maxLength={20}
                value={value.version}
                onValueChange={(version) => change({ version })}
              />
            </FormGroup>
            <FormGroup label="说明全文" labelFor="consent-text">
              <TextArea
                id="consent-text"
                fill
                rows={9}
                maxLength={2000}
                value={value.text}
                onChange={({ currentTarget }) => change({ text: currentTarget.value })}
              />
            </FormGroup>
            <p>
              没有同意的学生登录后会看到说明和同意的方法；收到的纸质同意书在学生列表中勾选学生后登记。
            </p>
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={isSaving}
              reason={
                draft === null
                  ? '没有改动'
                  : draft.version.trim() === ''
                    ? '请填写版本'
                    : draft.text.trim().length < SHORTEST_TEXT
                      ? '请填写说明，至少 10 个字'
                      : null
              }
              onClick={() => void save()}
            >
              保存
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
