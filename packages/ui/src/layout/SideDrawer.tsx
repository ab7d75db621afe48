import { Drawer, type DrawerProps } from '@blueprintjs/core'

/** A panel that slides in over the page from the right; to assistive technology it is a dialog with its title. */
export const SideDrawer = ({ children, ...props }: DrawerProps & { title: string }) => (
  <Drawer {...props}>
    {/* A box of its own would change how the contents are laid out. */}
    <div
      role="dialog"
      aria-modal={props.hasBackdrop !== false}
      aria-label={props.title}
      style={{ display: 'contents' }}
    >
      {children}
    </div>
  </Drawer>
)
