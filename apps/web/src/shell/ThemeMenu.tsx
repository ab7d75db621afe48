import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { EyeOpenIcon, FlashIcon, MoonIcon } from '@blueprintjs/icons'
import { chooseTheme, type Theme, THEMES, useTheme } from '@hengjuan/ui'

const icons = { light: FlashIcon, dark: MoonIcon, paper: EyeOpenIcon } as const

/** Light, dark or 护眼; kept on this computer. */
export function ThemeMenu() {
  const theme = useTheme()
  const Icon = icons[theme]
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <Menu>
          {(Object.keys(THEMES) as Theme[]).map((one) => {
            const OneIcon = icons[one]
            return (
              <MenuItem
                key={one}
                icon={<OneIcon />}
                text={THEMES[one]}
                selected={one === theme}
                roleStructure="listoption"
                onClick={() => chooseTheme(one)}
              />
            )
          })}
        </Menu>
      }
    >
      <Button
        variant="minimal"
        icon={<Icon />}
        aria-label={`外观：${THEMES[theme]}`}
        title="外观"
      />
    </PopoverNext>
  )
}
