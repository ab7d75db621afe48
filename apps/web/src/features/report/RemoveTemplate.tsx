import { routeKey, useCall } from '@hengjuan/client/react'
import { ownTemplateRemove, ownTemplates, type ReplyOf } from '@hengjuan/contracts'
import { ConfirmDialog, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'

/** Asks whether a table that the school keeps is removed, and removes it. */
export function RemoveTemplate(props: {
  template: ReplyOf<typeof ownTemplates>[number]
  onClose: () => void
}) {
  const { template, onClose } = props
  const client = useQueryClient()
  const remove = useCall(ownTemplateRemove, {
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: routeKey(ownTemplates) })
      toast.done('已删除模板')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title="删除模板"
      effect={`「${template.name}」将从全校的模板中删除；已经打开的表不受影响`}
      confirmText="删除"
      isDestructive
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ body: { template_id: template.template_id } })}
      onClose={onClose}
    />
  )
}
