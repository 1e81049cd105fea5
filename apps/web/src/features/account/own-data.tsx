import { Button } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import { Failure } from '../../ui/failure.tsx';
import classes from './account.module.css';
import { DeleteAccount } from './delete-account.tsx';
import { saveAsFile } from './save-as-file.ts';

/** Everything kept about oneself: to read, to take away, to erase. */
export function OwnData() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [isDeleting, setDeleting] = useState(false);
  const downloading = useMutation({
    mutationFn: () => callApi<unknown>('/auth/export'),
    onSuccess: (data) => saveAsFile('mutual-transfer-account.json', data),
  });
  return (
    <div className={classes.form}>
      <p>
        {t('account.dataHint')} <Link to={paths.notice}>{t('account.readNotice')}</Link>
      </p>
      {downloading.isError && <Failure text={errorText(downloading.error, t('account.failedDownload'))} />}
      <div className={classes.buttons}>
        <Button
          leftSection={<IconDownload aria-hidden="true" size={18} />}
          loading={downloading.isPending}
          onClick={() => downloading.mutate()}
          variant="default"
        >
          {t('account.download')}
        </Button>
        <Button
          color="red"
          leftSection={<IconTrash aria-hidden="true" size={18} />}
          onClick={() => setDeleting(true)}
          variant="default"
        >
          {t('account.delete')}
        </Button>
      </div>
      {isDeleting && <DeleteAccount onClose={() => setDeleting(false)} />}
    </div>
  );
}
