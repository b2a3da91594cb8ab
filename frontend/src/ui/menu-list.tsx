import { Menu, MenuItem, Popover, RouterProvider } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { useHref, useNavigate } from 'react-router-dom';
import { useLayer } from './use-layer.ts';

export interface MenuAct {
  id: string;
  label: string;
  icon?: React.ReactNode;
  /** The target of a link, in place of an action. */
  to?: string;
  onAct?: () => void;
  disabled?: boolean;
  /** It changes something: not offered while the school is shown as it was. */
  writes?: boolean;
}
export interface MenuListProps {
  label: string;
  acts: readonly MenuAct[];
  trigger: React.RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The list of `Menu`, loaded on demand. */
export function MenuList({ label, acts, trigger, onClose }: MenuListProps) {
  const navigate = useNavigate();
  const layer = useLayer(trigger.current);
  if (layer === undefined) return null;
  return (
    <RouterProvider navigate={(to) => void navigate(to)} useHref={useHref}>
      <Popover
        isOpen
        triggerRef={trigger}
        placement="bottom end"
        className="menu-list"
        aria-label={label}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        {...(layer && { UNSTABLE_portalContainer: layer })}
      >
        <Menu aria-label={label} autoFocus="first" onClose={onClose}>
          {acts.map(({ id, label: text, icon, to, onAct, disabled = false }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={text}
              className="menu-option"
              isDisabled={disabled}
              {...(to !== undefined && { href: to })}
              {...(onAct && {
                onAction: () => {
                  // A dialog that the act opens gives the focus back to what had it. The button can have it once the menu is gone: until then everything else is inert.
                  flushSync(onClose);
                  trigger.current?.focus();
                  onAct();
                },
              })}
            >
              {icon}
              {text}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </RouterProvider>
  );
}
