/** A button's menu, Mantine's, together with the styles and the theme it needs. */
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

import { Menu as MantineMenu } from '@mantine/core';
import { themed } from '../mantine/themed';

const { Target, Dropdown, Item, Label, Divider, RadioGroup, RadioItem, CheckboxItem } = MantineMenu;
const parts = { Target, Dropdown, Item, Label, Divider, RadioGroup, RadioItem, CheckboxItem };
export const Menu = Object.assign(themed(MantineMenu), parts);
