import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/language.tsx';

/** A password with a button that shows and hides what was typed. */
export function PasswordField(props: TextInputProps) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      rightSection={
        <ActionIcon
          aria-label={t(isShown ? 'password.hide' : 'password.show')}
          color="gray"
          onClick={() => setIsShown(!isShown)}
          variant="transparent"
        >
          {isShown ? <IconEyeOff size={20} /> : <IconEye size={20} />}
        </ActionIcon>
      }
      rightSectionWidth={48}
      spellCheck={false}
      type={isShown ? 'text' : 'password'}
      {...props}
    />
  );
}
