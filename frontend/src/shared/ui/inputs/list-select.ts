import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';

import { Select, type SelectProps } from '@mantine/core';
import type { ComponentType } from 'react';
import { themed } from '../mantine/themed';

export default themed(Select as ComponentType<SelectProps>);
