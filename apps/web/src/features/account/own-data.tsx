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
import { saveAsFile } from '../../ui/save-as-file.ts';
import classes from './account.module.css';
import { DeleteAccount } from './delete-account.tsx';

/** Everything kept about oneself: to read, to take away, to erase. */
export function OwnData() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [isDeleting, setDeleting] = useState(false);
  const downloading = useMutation({
    mutationFn: () => callApi<unknown>('/auth/export'),
    onSuccess: (data) => {
      const json = JSON.stringify(data, null, 2);
      saveAsFile('mutual-transfer-account.json', new Blob([json], { type: 'application/json' }));
    },
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
