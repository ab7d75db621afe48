import { Button, InputGroup } from '@blueprintjs/core'
import { FolderOpenIcon } from '@blueprintjs/icons'
import { useTransport } from '../transport/use-station.ts'

export const FOLDER_KEY = 'station_folder'

export function FolderField(props: { value: string; onChange: (folder: string) => void }) {
  const { pickFolder } = useTransport()
  const pick = () => {
    void pickFolder?.().then((folder) => {
      if (folder !== null) props.onChange(folder)
    })
  }
  return (
    <InputGroup
      id="folder"
      value={props.value}
      placeholder="例如：D:\扫描\数学 或 /home/scan"
      onValueChange={props.onChange}
      {...(pickFolder
        ? { rightElement: <Button variant="minimal" icon={<FolderOpenIcon />} onClick={pick} /> }
        : {})}
    />
  )
}
