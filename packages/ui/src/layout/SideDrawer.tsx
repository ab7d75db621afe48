import { Drawer, type DrawerProps } from '@blueprintjs/core'
import { useAskedClose } from './AskedClose.tsx'

/**
 * A panel that slides in over the page from the right; to assistive technology it is a dialog with its title. A form
 * in it says by `useUnsaved` whether closing would lose something.
 */
export function SideDrawer({
  children,
  onClose,
  ...props
}: Omit<DrawerProps, 'onClose'> & { title: string; onClose: () => void }) {
  const { ask, around } = useAskedClose(onClose)
  return (
    <Drawer {...props} onClose={ask}>
      {/* A box of its own would change how the contents are laid out. */}
      <div
        role="dialog"
        aria-modal={props.hasBackdrop !== false}
        aria-label={props.title}
        style={{ display: 'contents' }}
      >
        {around(children)}
      </div>
    </Drawer>
  )
}
