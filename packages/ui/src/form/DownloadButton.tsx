import { Button, type ButtonProps } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import type { InputOf, Route } from '@hengjuan/contracts'
import { useMutation } from '@tanstack/react-query'
import { toast } from '../feedback/toast.ts'
import { saveFile } from './save-file.ts'

/** Saves the file that a call answers, under the name that the server gave it. */
export function DownloadButton<R extends Route>(
  props: Pick<ButtonProps, 'intent' | 'variant' | 'size' | 'icon' | 'disabled'> & {
    route: R
    input: InputOf<R>
    children: string
  },
) {
  const { route, input, children, ...button } = props
  const { download } = useCaller()
  const job = useMutation<string, CallError>({
    mutationFn: async () => {
      const { blob, fileName } = await download(route, input)
      saveFile(blob, fileName)
      return fileName
    },
    onSuccess: (fileName) => toast.done(`已下载 ${fileName}`),
    onError: (error) => toast.error(error),
  })
  return (
    <Button
      icon={<DownloadIcon />}
      {...button}
      loading={job.isPending}
      onClick={() => job.mutate()}
    >
      {children}
    </Button>
  )
}
